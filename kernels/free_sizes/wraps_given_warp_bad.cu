// expect: race
//--block-dim=128 --grid-dim=4
// The lanes do not start apart.
__global__ void scale(float *d, float s, int rows, int n) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= rows)
    return;
  for (int i = threadIdx.x % 16; i < n; i += 32u)
    d[row * n + i] *= s; /*@race*/
}
