// expect: verified
//--block-dim=* --grid-dim=4
// The first thread waits for its block, of whatever size.
__device__ int flag;
__global__ void flag_leader_free(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 5;
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
