// expect: race
//--block-dim=8 --grid-dim=4
// What another block has written than the one that sets the flag.
__device__ int flag;
__global__ void flag_other_group_bad(int *data, int *more, int *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag, 1);
  } else if (blockIdx.x == 1) {
    more[threadIdx.x] = 1;
    __threadfence();
  } else {
    while (atomicAdd(&flag, 0) == 0)
      ;
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x] + more[threadIdx.x];
  }
}
