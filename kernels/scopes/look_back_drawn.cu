// expect: verified
//--block-dim=16 --grid-dim=4
// Decoupled look-back of blocks that draw their numbers, so that all that a block waits for run.
__global__ void look_back_drawn(const int *in, int *out, int *aggregate, int *prefix, int *status, int *next) {
  __shared__ int sums[16];
  __shared__ int exclusive;
  __shared__ int drawn;
  int t = threadIdx.x;
  if (t == 0)
    drawn = atomicAdd(next, 1);
  __syncthreads();
  int b = drawn;
  sums[t] = in[b * 16 + t];
  __syncthreads();
  for (int d = 1; d < 16; d *= 2) {
    int v = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += v;
    __syncthreads();
  }
  if (t == 0) {
    int total = sums[63];
    aggregate[b] = total;
    __threadfence();
    atomicExch(&status[b], 1);
    int before = 0;
    for (int j = b - 1; j >= 0; --j) {
      int s;
      while ((s = atomicAdd(&status[j], 0)) == 0)
        ;
      __threadfence();
      if (s == 2) {
        before += prefix[j];
        break;
      }
      before += aggregate[j];
    }
    prefix[b] = before + total;
    __threadfence();
    atomicExch(&status[b], 2);
    exclusive = before;
  }
  __syncthreads();
  out[b * 16 + t] = sums[t] + exclusive;
}
