// expect: race
//--block-dim=8 --grid-dim=4
// The sum is begun before all have counted.
__device__ unsigned done;
__global__ void last_thread_bad(int *out, int *sum) {
  if (threadIdx.x == 3) {
    out[blockIdx.x] = blockIdx.x;
    __threadfence();
    if (atomicAdd(&done, 1) >= gridDim.x - 2) {
      __threadfence();
      for (int i = 0; i < gridDim.x; ++i)
        *sum += out[i]; /*@race*/
    }
  }
}
