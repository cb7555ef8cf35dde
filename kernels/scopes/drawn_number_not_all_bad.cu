// expect: race
//--block-dim=16 --grid-dim=4
// Not each block has drawn a number: what the others read is any value, so that two may read the same.
__global__ void drawn_number_not_all_bad(const int *in, int *out, int *next_block) {
  __shared__ int drawn;
  if (threadIdx.x == 0 && blockIdx.x < 2)
    drawn = atomicAdd(next_block, 1);
  __syncthreads();
  int b = drawn;
  out[b * 16 + threadIdx.x] = in[b * 16 + threadIdx.x] + blockIdx.x; /*@race*/
}
