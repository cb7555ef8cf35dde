// expect: race
//--block-dim=128 --grid-dim=2
// cell_of_warp.cu without the barrier between the counting and the look.
__global__ void count(const int *__restrict__ in, int *out, int warps, int n) {
  __shared__ int counted[4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, id = blockIdx.x * 128 + threadIdx.x;
  if (warp >= warps)
    return;
  for (int r = 0; r < n; ++r) {
    if (lane == 0)
      counted[warp] = 0;
    __syncwarp();
    if (in[r * 256 + id] > 0)
      atomicAdd(&counted[warp], 1);
    if (counted[warp] > 16) {
      out[id] = r;
      __syncwarp();
      out[id ^ 1] = -r;
    }
    __syncwarp();
  }
}
