// expect: verified
//--local_size=64 --num_groups=4
// A function is chosen by a parameter and called through a pointer; each of them keeps to the thread's own element.
typedef void (*Step)(int *, int);

__device__ void twice(int *p, int i) { p[i] *= 2; }
__device__ void clear(int *p, int i) { p[i] = 0; }
__device__ void negate(int *p, int i) { p[i] = -p[i]; }

__global__ void function_pointer(int *p, int mode) {
  Step step = twice;
  if (mode == 1)
    step = clear;
  else if (mode == 2)
    step = negate;
  step(p, blockIdx.x * blockDim.x + threadIdx.x);
}
