// expect: race
//--block-dim=4,2 --grid-dim=2,3
// Each row has its last block.
__device__ unsigned done;
__global__ void last_block_2d_bad(volatile int *out, int *sum) {
  __shared__ bool is_last;
  int b = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    out[b] = b; /*@race*/
    __threadfence();
    is_last = atomicAdd(&done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.y == 0)
    sum[threadIdx.x] = out[threadIdx.x]; /*@race*/
}
