// expect: verified
//--block-dim=128 --grid-dim=2
// A counter of slots for each warp, which begins anew in each round behind a barrier of the warp.
__global__ void pick(const int *__restrict__ in, int *out, int n) {
  __shared__ int count[4];
  __shared__ int slots[32 * 4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int r = 0; r < n; ++r) {
    if (lane == 0)
      count[warp] = 0;
    __syncwarp();
    if (in[r * 128 + threadIdx.x] > 0)
      slots[atomicAdd(&count[warp], 1) * 4 + warp] = threadIdx.x;
    __syncwarp();
  }
}
