// expect: verified
//--block-dim=16 --grid-dim=4
// Each block draws its number, by one thread, and all use it.
__device__ int next_block;
__global__ void drawn_number(const int *in, int *out) {
  __shared__ int drawn;
  if (threadIdx.x == 0)
    drawn = atomicAdd(&next_block, 1);
  __syncthreads();
  int b = drawn;
  out[b * 16 + threadIdx.x] = in[b * 16 + threadIdx.x];
}
