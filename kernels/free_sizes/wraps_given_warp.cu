// expect: verified
//--block-dim=128 --grid-dim=4
// A warp for each row, as everybody writes it; listed: that the counter does not wrap around.
__global__ void scale(float *d, float s, int rows, int n) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= rows)
    return;
  for (int i = threadIdx.x % 32; i < n; i += 32u)
    d[row * n + i] *= s;
}
