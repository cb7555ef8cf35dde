// expect: verified
//--block-dim=8 --grid-dim=4
// The other block sets another value, which is not waited for.
__device__ int flag;
__global__ void flag_two_values(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
  } else if (blockIdx.x == 1) {
    if (threadIdx.x == 0)
      atomicExch(&flag, 2);
  } else {
    if (threadIdx.x == 0)
      while (atomicAdd(&flag, 0) != 1)
        ;
    __syncthreads();
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
  }
}
