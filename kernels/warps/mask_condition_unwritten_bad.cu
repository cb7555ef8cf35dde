// expect: divergence
//--block-dim=64 --grid-dim=1
// What decides about the barrier nobody has written: each of the lanes that the mask names may read something else.
__global__ void k(const int *__restrict__ data, int *out) {
  __shared__ int x;
  if (threadIdx.x >= 32) {
    const bool p = data[threadIdx.x] > 0;
    const unsigned m = __ballot_sync(0xffffffffu, p);
    if (p) {
      if (x > 0)
        __syncwarp(m); /*@divergence*/
      out[threadIdx.x] = 1;
    }
    __syncwarp();
  }
}
