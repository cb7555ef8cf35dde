// expect: verified
//--local_size=64 --num_groups=1
// The step grows, but in multiples of 64.

__kernel void growing_step(__global int *a, int n) {
  const int lid = get_local_id(0);
  int step = 64;
  for (int i = lid; i < n; i += step) {
    a[i] = lid;
    step += 64;
  }
}
