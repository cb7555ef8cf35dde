// expect: verified
//--block-dim=[*,*,1] --grid-dim=[*,*,1] --integers=wrap --accept-conditions=all
// The offset is computed in 32 bits without a sign: it wraps around where the image has 2^32 elements.
__global__ void fill(float *d, unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    d[y * width + x] = 1.0f * x + y;
}
