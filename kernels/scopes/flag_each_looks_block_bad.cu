// expect: race
//--block-dim=8 --grid-dim=4
// The twin of flag_each_looks.cu with fences for the block only, which other blocks do not see.
__device__ int flag;
__global__ void flag_each_looks(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence_block();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0)
      ;
    __threadfence_block();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
  }
}
