// expect: assertion
//--local_size=64 --num_groups=4
// A number is called.
__device__ int next(int i) { return i + 1; }

__global__ void function_pointer_made_up(int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int (*f)(int) = i < 64 ? next : (int (*)(int))5;
  out[i] = f(i); /*@assert*/
}
