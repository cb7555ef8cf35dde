// expect: verified
//--block-dim=8 --grid-dim=4
// Each thread hands its value over to the thread of the next block that has its number.
__global__ void posts_of_threads(int *value, int *ready, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  value[i] = i;
  __threadfence();
  atomicExch(&ready[i], 1);
  if (blockIdx.x > 0) {
    int j = (blockIdx.x - 1) * blockDim.x + threadIdx.x;
    while (atomicAdd(&ready[j], 0) != 1)
      ;
    __threadfence();
    out[i] = value[j];
  }
}
