// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// Cuts a rectangle out of a picture; both have a pitch in elements.
struct Rect {
  int x, y, width, height;
};
__global__ void crop(uchar4 *out, int out_pitch, const uchar4 *in, int in_pitch, Rect r) {
  if (out_pitch < r.width)
    return;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= r.width || y >= r.height)
    return;
  uchar4 *row = out + y * out_pitch;
  row[x] = in[(y + r.y) * in_pitch + x + r.x];
}
