// expect: divergence
//--block-dim=128 --grid-dim=2
// cell_of_warp.cu where the first lane ends rather than set the cell.
__global__ void count(const int *__restrict__ in, int *out, int warps, int n) {
  __shared__ int counted[4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, id = blockIdx.x * 128 + threadIdx.x;
  if (warp >= warps)
    return;
  for (int r = 0; r < n; ++r) {
    if (lane == 0) {
      if (in[id] < 0)
        return;
      counted[warp] = 0;
    }
    __syncwarp();
    if (counted[warp] > 16) {
      out[id] = r;
      __syncwarp();
      out[id ^ 1] = -r;
    }
    __syncwarp();
  }
}
