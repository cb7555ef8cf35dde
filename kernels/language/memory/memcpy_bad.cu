// expect: race
//--local_size=64 --num_groups=4
// One element too many is copied.

__global__ void copy_rows(const int *in, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(out + 4 * i, in + 8 * i, 5 * sizeof(int)); /*@race*/
}
