// expect: verified
//--local_size=64 --num_groups=8
// A sliding window along each row: one thread a row, width free.

__kernel void box_filter(__global const float *in, __global float *out, int w, int h, int r) {
  const int y = get_global_id(0);
  if (y >= h)
    return;
  float sum = 0.0f;
  for (int x = 0; x < r; ++x)
    sum += in[y * w + x];
  for (int x = 0; x < w; ++x) {
    sum += in[y * w + min(x + r, w - 1)] - in[y * w + max(x - r, 0)];
    out[y * w + x] = sum;
  }
}
