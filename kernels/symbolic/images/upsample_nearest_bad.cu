// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// The guard lets one small pixel more into a row than a row has.
__global__ void upsample(unsigned char *out, const unsigned char *in, int width, int height, int factor) {
  if (factor <= 0)
    return;
  int wide = width * factor - factor, high = height * factor;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width * factor && y < high)
    out[y * wide + x] = in[(y / factor) * width + x / factor]; /*@race*/
}
