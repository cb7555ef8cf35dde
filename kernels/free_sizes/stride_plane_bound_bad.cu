// expect: race
//--block-dim=[*,*] --grid-dim=[*,*]
// Rows of blocks go over each other's rows.
__global__ void scale(float *d, float s, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += blockDim.x * gridDim.x)
      d[y * width + x] += s; /*@race*/
}
