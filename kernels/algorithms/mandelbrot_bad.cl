// expect: race
//--local_size=[16,16] --num_groups=[20,15]
// The image is taken for 300 wide.

__kernel void mandelbrot(__global int *image, float x0, float y0, float step, int limit) {
  const int px = get_global_id(0), py = get_global_id(1);
  const float cx = x0 + px * step, cy = y0 + py * step;
  float x = 0.0f, y = 0.0f;
  int n = 0;
  while (n < limit && x * x + y * y < 4.0f) {
    const float t = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = t;
    ++n;
  }
  image[py * 300 + px] = n; /*@race*/
}
