// expect: verified
//--local_size=64 --num_groups=4
// memcpy of a constant length is one ranged read and one ranged write.

__global__ void copy_rows(const int *in, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(out + 4 * i, in + 8 * i, 4 * sizeof(int));
}
