// expect: race
//--block-dim=8 --grid-dim=4
// Each block sets the counter to one first: one may be missing when the last one counts.
__device__ unsigned done;
__global__ void last_block_early_reset_bad(volatile float *out, const float *in) {
  __shared__ bool is_last;
  int t = threadIdx.x;
  if (t == 0)
    atomicExch(&done, 1);
  if (t == 0)
    out[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (t == 0) {
    unsigned ticket = atomicInc(&done, gridDim.x);
    is_last = ticket == gridDim.x - 1;
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
