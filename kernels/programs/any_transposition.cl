// expect: verified
// No launch in the file: any block and any grid; a 2-D transposition, one element a thread.
__kernel void transpose(__global float *out, __global const float *in, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}
