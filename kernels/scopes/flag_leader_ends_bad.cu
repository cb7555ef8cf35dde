// expect: divergence
//--block-dim=8 --grid-dim=4
// The thread that waits may have ended instead.
__device__ int flag;
__global__ void flag_leader_ends_bad(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
  } else {
    if (threadIdx.x == 0) {
      if (out[0] == 1)
        return;
      while (atomicAdd(&flag, 0) == 0)
        ;
    }
    __syncthreads();
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
  }
}
