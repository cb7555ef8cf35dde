// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// Averages of squares of two by two, a thread for each result; an odd column stays alone.
kernel void average_pool(global const float *in, global float *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  int pooled = (width + 1) / 2;
  if (2 * x >= width || 2 * y >= height)
    return;
  float sum = 0;
  int n = 0;
  for (int dy = 0; dy < 2 && 2 * y + dy < height; ++dy)
    for (int dx = 0; dx < 2 && 2 * x + dx < width; ++dx, ++n)
      sum += in[(2 * y + dy) * width + 2 * x + dx];
  out[y * pooled + x] = sum / n;
}
