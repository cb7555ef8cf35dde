// expect: race
//--block-dim=8 --grid-dim=4
// Blocks count in steps of two: the second one takes itself for the last.
__device__ unsigned done;
__global__ void last_block_by_two_bad(volatile float *out, const float *in) {
  __shared__ bool is_last;
  int t = threadIdx.x;
  if (t == 0)
    out[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (t == 0) {
    unsigned ticket = atomicAdd(&done, 2u);
    is_last = ticket == gridDim.x - 2;
  }
  __syncthreads();
  if (is_last) {
    float s = 0;
    for (int i = t; i < gridDim.x; i += blockDim.x)
      s += out[i];
    out[gridDim.x + t] = s;
    if (t == 0)
      done = 0;
  }
}
