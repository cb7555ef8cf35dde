// expect: verified
//--local_size=64 --num_groups=4
// What a thread has accessed in front of a loop stays known in it, whatever else the loop accesses.
kernel void marked_before(global int *restrict a, global int *restrict b, int n) {
  int g = get_global_id(0);
  a[g] = 7;
  b[g] = 0;
  for (int i = 0; __invariant(a[g] == 7), i < n; ++i)
    b[g] = b[g] + a[g];
  __assert(a[g] == 7);
}
