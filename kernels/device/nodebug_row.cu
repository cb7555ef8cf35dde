// expect: verified
// The twin, which speaks of x alone.

__device__ static __inline__ __attribute__((always_inline, nodebug)) bool in_first_columns(int w) {
  return (int)threadIdx.x < w;
}

__global__ void rows(int *d, int w) {
  if (in_first_columns(w))
    d[blockIdx.x * blockDim.x + threadIdx.x] = w;
}
