// expect: verified
//--block-dim=8 --grid-dim=4
// The block that finds the state untouched sets up what the others wait for.
__device__ int state, value;
__global__ void set_up_once(int *out, int v) {
  if (threadIdx.x == 0) {
    if (atomicCAS(&state, 0, 1) == 0) {
      value = v;
      __threadfence();
      atomicExch(&state, 2);
    } else {
      while (atomicAdd(&state, 0) != 2)
        ;
      __threadfence();
      out[blockIdx.x] = value;
    }
  }
}
