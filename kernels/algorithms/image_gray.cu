// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// Colour to grey for images of any size, launched with any number of blocks.

__global__ void gray(const uchar4 *in, unsigned char *out, int width, int height) {
  __requires(gridDim.x <= 65535 && gridDim.y <= 65535);
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= 0 && x < width && y >= 0 && y < height) {
    const uchar4 c = in[y * width + x];
    out[y * width + x] = (unsigned char)((c.x * 77 + c.y * 151 + c.z * 28) >> 8);
  }
}
