// expect: race
//--block-dim=8 --grid-dim=4
// Takes the value of another thread than the one for which it has waited.
__global__ void posts_of_threads_bad(int *value, int *ready, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  value[i] = i;
  __threadfence();
  atomicExch(&ready[i], 1);
  if (blockIdx.x > 0) {
    int j = (blockIdx.x - 1) * blockDim.x + threadIdx.x;
    while (atomicAdd(&ready[j], 0) != 1)
      ;
    __threadfence();
    out[i] = value[j ^ 1];
  }
}
