// expect: race
//--block-dim=[*,*,1] --grid-dim=[*,*,1] --integers=wrap
// Rows of width - 1 elements overlap in any image of two rows.
__global__ void fill(float *d, unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    d[y * (width - 1) + x] = 1.0f * x + y; /*@race*/
}
