// expect: race
//--block-dim=[*,*] --grid-dim=[*,*]
// Nothing waits until the tiles have been read.
extern __shared__ float s[];
__global__ void product(float *c, const float *a, const float *b, int n) {
  float *t = s + blockDim.x * blockDim.x;
  if (blockDim.x != blockDim.y)
    return;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.x + threadIdx.y;
  float sum = 0;
  for (int m = 0; m < n; m += blockDim.x) {
    s[threadIdx.y * blockDim.x + threadIdx.x] = y < n && m + threadIdx.x < n ? a[y * n + m + threadIdx.x] : 0;
    t[threadIdx.y * blockDim.x + threadIdx.x] = x < n && m + threadIdx.y < n ? b[(m + threadIdx.y) * n + x] : 0;
    __syncthreads();
    for (int k = 0; k < blockDim.x; ++k)
      sum += s[threadIdx.y * blockDim.x + k] * t[k * blockDim.x + threadIdx.x];
  }
  if (x < n && y < n)
    c[y * n + x] = sum;
}
