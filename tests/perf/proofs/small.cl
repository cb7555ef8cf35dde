//--local_size=8 --num_groups=4
// Few lanes, so that claims are proved at once.
__kernel void small(__global float *a, __global float *b, int n) {
  int t = get_local_id(0);
  int far = 16 * t;
  a[far] = b[t];
  if (t < 3)
    a[far + 4] = 1.0f;
}
