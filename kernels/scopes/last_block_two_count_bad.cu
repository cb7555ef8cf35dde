// expect: race
//--block-dim=8 --grid-dim=4
// Two threads of each block count: half of the blocks are not done when one believes to be the last.
__device__ unsigned done;
__global__ void last_block_two_count_bad(volatile int *out, int *sum) {
  __shared__ bool is_last;
  int t = threadIdx.x;
  if (t == 0)
    out[blockIdx.x] = t; /*@race*/
  __threadfence();
  __syncthreads();
  if (t < 2) {
    unsigned ticket = atomicAdd(&done, 1);
    if (t == 0)
      is_last = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t < gridDim.x)
    sum[t] = out[t]; /*@race*/
}
