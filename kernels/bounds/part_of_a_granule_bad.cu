// expect: bounds
//--local_size=64 --num_groups=2 --check-bounds
// 255 bytes hold an int for each thread but the last.

__global__ void part_of_a_granule(int *out) {
  __shared__ __align__(4) char s[64 * 4 - 1];
  ((int *)s)[threadIdx.x] = 1;
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
