// expect: race
//--local_size=64 --num_groups=8
// The window starts r early and ends r late: it runs over the ends of the row.

__kernel void box_filter(__global const float *in, __global float *out, int w, int h, int r) {
  const int y = get_global_id(0);
  if (y >= h)
    return;
  float sum = 0.0f;
  for (int x = 0; x < w + r; ++x) {
    sum += in[y * w + x];
    out[y * w + x] = sum; /*@race*/
  }
}
