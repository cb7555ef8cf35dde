// expect: race
//--block-dim=8 --grid-dim=4
// They go on when it has begun.
__device__ int state, value;
__global__ void set_up_once_begun(int *out, int v) {
  if (threadIdx.x == 0) {
    if (atomicCAS(&state, 0, 1) == 0) {
      value = v;
      __threadfence();
      atomicExch(&state, 2);
    } else {
      while (atomicAdd(&state, 0) == 0)
        ;
      __threadfence();
      out[blockIdx.x] = value;
    }
  }
}
