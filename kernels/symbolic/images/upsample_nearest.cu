// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// Nearest neighbour, a thread for each pixel of the large picture.
__global__ void upsample(unsigned char *out, const unsigned char *in, int width, int height, int factor) {
  if (factor <= 0)
    return;
  int wide = width * factor, high = height * factor;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < wide && y < high)
    out[y * wide + x] = in[(y / factor) * width + x / factor];
}
