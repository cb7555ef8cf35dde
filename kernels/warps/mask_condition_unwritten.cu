// expect: verified
//--block-dim=64 --grid-dim=1
// What decides about the barrier is written by one thread and read behind a barrier of all: the lanes that the mask
// names read the same.
__global__ void k(const int *__restrict__ data, int *out) {
  __shared__ int x;
  if (threadIdx.x == 0)
    x = data[0];
  __syncthreads();
  if (threadIdx.x >= 32) {
    const bool p = data[threadIdx.x] > 0;
    const unsigned m = __ballot_sync(0xffffffffu, p);
    if (p) {
      if (x > 0)
        __syncwarp(m);
      out[threadIdx.x] = 1;
    }
    __syncwarp();
  }
}
