// expect: unsupported
//--local_size=64 --num_groups=4
// A call through a pointer that the host chose, where the program has no function whose address it could be.
__global__ void function_pointer_unknown(int (*f)(int), int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = f(i);
}
