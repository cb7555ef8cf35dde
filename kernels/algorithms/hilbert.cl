// expect: verified
//--local_size=[8,8] --num_groups=1
// An image in the order of a Hilbert curve: each step of the loop picks a quadrant and turns the square.

int along_curve(int x, int y) {
  int d = 0;
  for (int s = 4; s > 0; s /= 2) {
    const int right = (x & s) > 0, up = (y & s) > 0;
    d += s * s * ((3 * right) ^ up);
    if (!up) {
      if (right) {
        x = 7 - x;
        y = 7 - y;
      }
      const int t = x;
      x = y;
      y = t;
    }
  }
  return d;
}

__kernel void hilbert(__global const float *image, __global float *out) {
  const int x = get_local_id(0), y = get_local_id(1);
  out[along_curve(x, y)] = image[y * 8 + x];
}
