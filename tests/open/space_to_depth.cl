// expect: verified
// today: unknown (no answer within the time: two ids, each in two digits)
//--local_size=[*,*] --num_groups=[*,*]
// A thread for each pixel: its place within the square of r by r chooses the channel.
kernel void space_to_depth(global float *out, global const float *in, int width, int height, int r) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (r < 1 || width < 1 || height < 1 || width % r || height % r)
    return;
  if (x >= width || y >= height)
    return;
  int w = width / r, h = height / r;
  int channel = (y % r) * r + x % r;
  out[(channel * h + y / r) * w + x / r] = in[y * width + x];
}
