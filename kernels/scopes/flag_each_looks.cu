// expect: verified
//--block-dim=8 --grid-dim=4
// Each thread waits for the flag itself.
__device__ int flag;
__global__ void flag_each_looks(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0)
      ;
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
  }
}
