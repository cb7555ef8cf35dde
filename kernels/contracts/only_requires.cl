// expect: verified
//--local_size=64 --num_groups=4 --only-requires
// Of its annotations only the precondition counts.
kernel void k(global int *a, int n) {
  __requires(n == 1);
  for (int i = 0; __invariant(0), i < 4; ++i)
    __assert(i == n);
  a[n * get_global_id(0)] = get_global_id(0);
}
