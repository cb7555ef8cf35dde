// expect: race
//--local_size=64 --num_groups=4
// The rows are four bytes apart, the length is sixteen.

__global__ void clear_rows(char *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  memset(out + 4 * i, i, 4 * sizeof(int)); /*@race*/
}
