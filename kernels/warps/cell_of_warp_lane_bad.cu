// expect: divergence
//--block-dim=128 --grid-dim=2
// cell_of_warp.cu where each half of the warp looks at a cell of its own.
__global__ void count(const int *__restrict__ in, int *out, int warps, int n) {
  __shared__ int counted[8];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, id = blockIdx.x * 128 + threadIdx.x;
  if (warp >= warps)
    return;
  for (int r = 0; r < n; ++r) {
    if (lane % 16 == 0)
      counted[threadIdx.x / 16] = 0;
    __syncwarp();
    if (in[r * 256 + id] > 0)
      atomicAdd(&counted[threadIdx.x / 16], 1);
    __syncwarp();
    if (counted[threadIdx.x / 16] > 16) {
      out[id] = r;
      __syncwarp();
      out[id ^ 1] = -r;
    }
    __syncwarp();
  }
}
