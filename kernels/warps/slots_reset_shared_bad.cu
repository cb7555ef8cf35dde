// expect: race
//--block-dim=128 --grid-dim=2
// One counter for all warps: a barrier of the warp does not keep the others from setting it back.
__global__ void pick(const int *__restrict__ in, int *out, int n) {
  __shared__ int count;
  __shared__ int slots[32 * 4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int r = 0; r < n; ++r) {
    if (lane == 0)
      count = 0;
    __syncwarp();
    if (in[r * 128 + threadIdx.x] > 0)
      slots[atomicAdd(&count, 1) * 4 + warp] = threadIdx.x;
    __syncwarp();
  }
}
