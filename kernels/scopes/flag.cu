// expect: verified
//--block-dim=8 --grid-dim=4
// The first block hands its data over to the others, for whom one thread waits.
__device__ int flag;
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
