// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 2; n -40 -1 0 1 15 40
// Rounds that depend on the lane and on n, with steps of one and of three.

__kernel void lane_bounds(__global const volatile int *a, __global int *b, int n) {
  int t = get_local_id(0), sum = 0;
  for (int i = t; i < n; ++i)
    sum += a[i];
  for (int i = 3 * t; i > n; i -= 3)
    sum += a[i];
  if (t < n)
    for (int i = 0; i < t; ++i)
      sum += a[2 * i];
  b[get_global_id(0)] = sum;
}
