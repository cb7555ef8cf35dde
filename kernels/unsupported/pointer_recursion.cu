// expect: unsupported
//--local_size=64 --num_groups=4
// A function that may call itself through a pointer.
typedef int (*Function)(void *, int);

__device__ int down(void *self, int n) {
  Function *f = (Function *)self;
  return n > 0 ? (*f)(self, n - 1) : n;
}

__device__ int up(void *self, int n) { return n + 1; }

__global__ void pointer_recursion(int *out, Function *f, int mode) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Function g = mode ? down : up;
  out[i] = g(f, i); /*@unsupported*/
}
