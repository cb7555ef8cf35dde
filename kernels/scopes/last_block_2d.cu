// expect: verified
//--block-dim=4,2 --grid-dim=2,3
// Two dimensions: the number of all blocks.
__device__ unsigned done;
__global__ void last_block_2d(volatile int *out, int *sum) {
  __shared__ bool is_last;
  int b = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    out[b] = b;
    __threadfence();
    is_last = atomicAdd(&done, 1) == gridDim.x * gridDim.y - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.y == 0)
    sum[threadIdx.x] = out[threadIdx.x];
}
