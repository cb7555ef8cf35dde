// expect: unknown
//--block-dim=8 --grid-dim=4
// The flag is set from the start, which only executions from there show.
__device__ int flag = 1;
__global__ void flags(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
  } else {
    if (threadIdx.x == 0)
      while (atomicAdd(&flag, 0) == 0)
        ;
    __syncthreads();
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
  }
}
