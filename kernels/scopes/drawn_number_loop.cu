// expect: verified
//--block-dim=16 --grid-dim=4
// The blocks draw numbers as long as there are some.
__device__ int next_block;
__global__ void drawn_number_loop(const int *in, int *out) {
  __shared__ int drawn;
  for (;;) {
  if (threadIdx.x == 0)
    drawn = atomicAdd(&next_block, 1);
  __syncthreads();
  int b = drawn;
  __syncthreads();
  if (b >= 64)
    return;
  out[b * 16 + threadIdx.x] = in[b * 16 + threadIdx.x];
  }
}
