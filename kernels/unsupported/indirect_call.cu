// expect: unsupported
//--local_size=64 --num_groups=4
// A call through a pointer that the host chose.

__global__ void indirect_call(int (*f)(int), int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = f(i); /*@unsupported*/
}
