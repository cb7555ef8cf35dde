// expect: unsupported
//--local_size=64 --num_groups=4
// A pointer made of a number leads anywhere.

__global__ void integer_to_pointer(unsigned long long address, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *p = (int *)address;
  p[i] = i; /*@unsupported*/
  out[i] = i;
}
