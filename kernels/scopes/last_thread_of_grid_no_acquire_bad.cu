// expect: race
//--block-dim=8 --grid-dim=4
// No fence behind the count.
__device__ unsigned count;
__global__ void last_thread_of_grid_no_acquire(int *out, int *sum) {
  out[blockIdx.x * 8 + threadIdx.x] = 1;
  __threadfence();
  if (atomicAdd(&count, 1) == gridDim.x * blockDim.x - 1) {
    int s = 0;
    for (int i = 0; i < 32; i++)
      s += out[i];
    sum[0] = s;
  }
}
