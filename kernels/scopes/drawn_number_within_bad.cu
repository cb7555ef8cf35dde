// expect: race
//--block-dim=16 --grid-dim=4
// The threads of a block have one number: it does not tell them apart.
__device__ int next_block;
__global__ void drawn_number_within_bad(const int *in, int *out) {
  __shared__ int drawn;
  if (threadIdx.x == 0)
    drawn = atomicAdd(&next_block, 1);
  __syncthreads();
  int b = drawn;
  out[b * 16 + threadIdx.x / 2] = in[b * 16 + threadIdx.x];
}
