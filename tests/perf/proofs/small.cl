//--local_size=8 --num_groups=4
// Few lanes, so that claims are proved at once.
__kernel void small(__global float *a, __global float *b, __global const int *places) {
  int t = get_local_id(0);
  if (t < 3)
    a[16 * t + 4] = 3.0f;
  int x = 16 * t;
  if (places[0] < t)
    x = 0;
  b[x + 8] = 1.0f;
  b[places[t]] = 2.0f;
}
