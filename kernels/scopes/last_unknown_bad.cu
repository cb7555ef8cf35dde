// expect: race
//--block-dim=8 --grid-dim=4
// Threads that have not counted look at a result that they do not have.
__device__ unsigned done;
__global__ void last_unknown_bad(int *out, int *sum) {
  unsigned ticket;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = blockIdx.x; /*@race*/
    __threadfence();
    ticket = atomicAdd(&done, 1);
  }
  if (ticket == gridDim.x - 1) {
    __threadfence();
    for (int i = 0; i < gridDim.x; ++i)
      sum[threadIdx.x] += out[i]; /*@race*/
  }
}
