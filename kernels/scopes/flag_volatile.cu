// expect: verified
//--block-dim=8 --grid-dim=4
// A volatile read behind the flag needs no fence.
__device__ int flag;
__global__ void flag_volatile(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0)
      ;
    out[blockIdx.x * blockDim.x + threadIdx.x] = *(volatile int *)&data[threadIdx.x];
  }
}
