// expect: race
//--block-dim=8 --grid-dim=4
// A block that has not set it up says that it is.
__device__ int state, value;
__global__ void set_up_once_other(int *out, int v) {
  if (threadIdx.x == 0) {
    if (atomicCAS(&state, 0, 1) == 0) {
      value = v;
      __threadfence();
      atomicExch(&state, 2);
    } else {
      if (blockIdx.x == 3)
        atomicExch(&state, 2);
      while (atomicAdd(&state, 0) != 2)
        ;
      __threadfence();
      out[blockIdx.x] = value;
    }
  }
}
