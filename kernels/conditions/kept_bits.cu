// expect: verified
//--block-dim=[16,16] --grid-dim=[4096,4096] --accept-conditions=all
// A product of the low 24 bits: rows overlap where an image is wider than that.
__global__ void fill(float *d, unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    d[__umul24(y, width) + x] = 1.0f * x + y;
}
