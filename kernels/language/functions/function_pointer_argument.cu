// expect: verified
//--local_size=64 --num_groups=4
// A function that the host chose: the precondition says among which ones.
__device__ int next(int i) { return i + 1; }
__device__ int same(int i) { return i; }

__global__ void function_pointer_argument(int (*f)(int), int *out) {
  __requires(f == next || f == same);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[f(i)] = i;
}
