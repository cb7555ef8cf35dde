// expect: race
// A helper of the program's own speaks of rows; that it is marked like the wrappers of a header makes it none.

__device__ static __inline__ __attribute__((always_inline, nodebug)) bool in_first_rows(int h) {
  return (int)threadIdx.y < h;
}

__global__ void rows(int *d, int h) {
  if (in_first_rows(h))
    d[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.y; /*@race*/
}
