// expect: race
//--block-dim=16 --grid-dim=4
// The number is read before it is drawn.
__device__ int next_block;
__global__ void drawn_number_unwritten_bad(const int *in, int *out) {
  __shared__ int drawn;
  if (threadIdx.x == 0)
    drawn = atomicAdd(&next_block, 1);
  int b = drawn;
  out[b * 16 + threadIdx.x] = in[b * 16 + threadIdx.x];
}
