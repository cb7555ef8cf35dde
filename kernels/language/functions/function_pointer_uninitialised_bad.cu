// expect: assertion
//--local_size=64 --num_groups=4
// A pointer that nobody has set is called.
typedef int (*Function)(int);

__device__ int next(int i) { return i + 1; }

__global__ void function_pointer_uninitialised(int *out, int mode) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Function f;
  if (mode == 1)
    f = next;
  out[i] = f(i); /*@assert*/
}
