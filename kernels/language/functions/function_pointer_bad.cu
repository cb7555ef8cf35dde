// expect: race
//--local_size=64 --num_groups=4
// One of the functions that may be called reads the neighbour's element.
typedef void (*Step)(int *, int);

__device__ void twice(int *p, int i) { p[i] *= 2; }
__device__ void clear(int *p, int i) { p[i] = 0; }
__device__ void shift(int *p, int i) { 
  p[i] = p[i + 1]; /*@race*/
}

__global__ void function_pointer(int *p, int mode) {
  Step step = twice;
  if (mode == 1)
    step = clear;
  else if (mode == 2)
    step = shift;
  step(p, blockIdx.x * blockDim.x + threadIdx.x);
}
