// expect: verified
//--block-dim=8 --grid-dim=4
// The flag is set to false first, then to true by the last block.
__device__ unsigned done;
__global__ void last_block_flag_set(volatile float *out, const float *in) {
  __shared__ bool is_last;
  int t = threadIdx.x;
  if (t == 0)
    is_last = false;
  if (t == 0)
    out[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (t == 0) {
    unsigned ticket = atomicInc(&done, gridDim.x);
    if (ticket == gridDim.x - 1)
      is_last = true;
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
