// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// Keeps each step-th pixel of each step-th row; the threads are those of the large picture.
__kernel void downsample(__global uchar *out, __global const uchar *in, int width, int height, int step) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width || y >= height || step < 1)
    return;
  const int out_width = (width + step - 1) / step;
  if (x % step == 0 && y % step == 0)
    out[y / step * out_width + x / step] = in[y * width + x];
}
