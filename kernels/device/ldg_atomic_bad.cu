// expect: race
//--block-dim=8 --grid-dim=4
// The group that is last reads sums by __ldg: the counter orders plain loads, and no such.
__device__ unsigned done;
__global__ void ldg_atomic_bad(int *sums, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = blockIdx.x; /*@race*/
    __threadfence();
    last = atomicAdd(&done, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x < 4)
    out[threadIdx.x] = __ldg(&sums[threadIdx.x]); /*@race*/
}
