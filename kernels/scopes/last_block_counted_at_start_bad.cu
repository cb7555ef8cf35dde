// expect: race
//--block-dim=8 --grid-dim=4
// One block too many has counted at the start.
__device__ unsigned done = 1;
__global__ void last_block(volatile float *out, const float *in) {
  __shared__ bool is_last;
  int t = threadIdx.x;
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
