// expect: race
//--block-dim=8 --grid-dim=4
// The flag is set before the data are written.
__device__ int flag;
__global__ void flag_early_bad(int *data, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
    __syncthreads();
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
  } else {
    if (threadIdx.x == 0)
      while (atomicAdd(&flag, 0) == 0)
        ;
    __syncthreads();
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
  }
}
