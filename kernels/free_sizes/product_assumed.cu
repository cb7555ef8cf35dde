// expect: verified
//--block-dim=[*,*] --grid-dim=[*,*]
// A tiled product; the program promises that the block fits.
#define TILE 16
__global__ void product(float *c, const float *a, const float *b, int n) {
  __shared__ float s[TILE][TILE], t[TILE][TILE];
  __builtin_assume(blockDim.x == TILE);
  __builtin_assume(blockDim.y == TILE);
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  float sum = 0;
  for (int m = 0; m < n; m += TILE) {
    s[threadIdx.y][threadIdx.x] = y < n && m + threadIdx.x < n ? a[y * n + m + threadIdx.x] : 0;
    t[threadIdx.y][threadIdx.x] = x < n && m + threadIdx.y < n ? b[(m + threadIdx.y) * n + x] : 0;
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += s[threadIdx.y][k] * t[k][threadIdx.x];
    __syncthreads(); // the tiles are overwritten
  }
  if (x < n && y < n)
    c[y * n + x] = sum;
}
