// expect: race
//--block-dim=8 --grid-dim=4
// The twin, whose reader does not acquire: it may read the counter from a cache.

__device__ unsigned done;

__global__ void count(unsigned *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned n = atomicAdd(&done, 1);
    is_last = n == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0)
    out[0] = done; /*@race*/
}
