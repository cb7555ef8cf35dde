// expect: race
//--block-dim=* --grid-dim=4
// The twin of flag_leader_free.cu: blocks of 32 threads and fewer have no thread 32.
__device__ int flag;
__global__ void flag_absent_leader_free_bad(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 5;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
  } else {
    if (threadIdx.x == 32)
      while (atomicAdd(&flag, 0) == 0)
        ;
    __syncthreads();
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x]; /*@race*/
  }
}
