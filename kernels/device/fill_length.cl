// expect: verified
//--local_size=16 --num_groups=1
// A fill of a variable length of integers, in one's own row.

kernel void fill(global int *out, uint n) {
  const uint i = get_local_id(0);
  if (n <= 8)
    __builtin_memset(out + 8 * i, i, n * sizeof(int));
}
