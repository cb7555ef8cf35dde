// expect: verified
//--local_size=64 --num_groups=4
// A kernel that never ends is no contradiction among its assumptions.

__kernel void never_ends(__global int *a, int n) {
  __requires(n > 0);
  const int i = get_global_id(0);
  for (;;)
    a[i] += n;
}
