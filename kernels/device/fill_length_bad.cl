// expect: race
//--local_size=16 --num_groups=1
// One integer too many.

kernel void fill(global int *out, uint n) {
  const uint i = get_local_id(0);
  if (n <= 9)
    __builtin_memset(out + 8 * i, i, n * sizeof(int)); /*@race*/
}
