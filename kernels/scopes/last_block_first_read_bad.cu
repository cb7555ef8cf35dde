// expect: race
//--block-dim=8 --grid-dim=4
// Plain reads behind the counter, of what nobody has read before: a cache may hold it all the same.
__device__ unsigned done;
__global__ void last_block_first_read(float *out, const float *in) {
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
