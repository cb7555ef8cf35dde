// expect: race
//--block-dim=[*,*,1] --grid-dim=[*,*,1] --integers=wrap --accept-conditions=none
// The offset is computed in 32 bits without a sign: with 2^32 elements and more it comes back to the first ones.
__global__ void fill(float *d, unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    d[y * width + x] = 1.0f * x + y; /*@race*/
}
