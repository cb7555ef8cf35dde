// expect: race
//--block-dim=16 --grid-dim=4
// Another thread puts another number there.
__device__ int next_block;
__global__ void drawn_number_overwritten_bad(const int *in, int *out) {
  __shared__ int drawn;
  if (threadIdx.x == 0)
    drawn = atomicAdd(&next_block, 1);
  if (threadIdx.x == 1 && in[0] == 1)
    drawn = 0;
  __syncthreads();
  int b = drawn;
  out[b * 16 + threadIdx.x] = in[b * 16 + threadIdx.x];
}
