// expect: verified
//--block-dim=[*,*,1] --grid-dim=[*,*,1] --accept-conditions=all
// Verified if pitch >= width.
__global__ void fill(float *d, int pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    d[y * pitch + x] = x + y;
}
