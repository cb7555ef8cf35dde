// expect: race
//--block-dim=8 --grid-dim=4
// The fence stands behind the addition, and releases nothing of it.

__device__ unsigned done;

__global__ void count(unsigned *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    unsigned n = atomicAdd(&done, 1);
    __threadfence();
    is_last = n == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0)
    done = 0; /*@race*/
}
