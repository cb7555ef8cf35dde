// expect: race
//--block-dim=8 --grid-dim=4
// No fence behind the flag: the reads may be served from what was read in front of it.
__device__ int flag;
__global__ void flag_no_acquire_bad(int *data, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
  } else {
    int before = data[8 + threadIdx.x];
    while (atomicAdd(&flag, 0) == 0)
      ;
    out[blockIdx.x * blockDim.x + threadIdx.x] = before + data[threadIdx.x];
  }
}
