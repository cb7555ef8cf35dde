// expect: race
//--block-dim=[16,16] --grid-dim=[4096,4096]
// Of 24 bits eight are lost once more: rows of 256 elements overlap, and no limit of a type is near.
__global__ void fill(float *d, unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    d[__umul24(y, width & 0xff) + x] = 1.0f * x + y; /*@race*/
}
