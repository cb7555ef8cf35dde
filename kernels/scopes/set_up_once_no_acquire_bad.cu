// expect: race
//--block-dim=8 --grid-dim=4
// No fence between the state and the value.
__device__ int state, value;
__global__ void set_up_once_no_acquire(int *out, int v) {
  if (threadIdx.x == 0) {
    if (atomicCAS(&state, 0, 1) == 0) {
      value = v;
      __threadfence();
      atomicExch(&state, 2);
    } else {
      while (atomicAdd(&state, 0) != 2)
        ;
      out[blockIdx.x] = value;
    }
  }
}
