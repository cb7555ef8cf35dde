// expect: race
//--block-dim=16 --grid-dim=4
// Each thread draws: the number that is left in group memory is one of them.
__global__ void look_back_drawn_twice_bad(const int *in, int *out, int *aggregate, int *prefix, int *status, int *next) {
  __shared__ int sums[16];
  __shared__ int exclusive;
  __shared__ int drawn;
  int t = threadIdx.x;
  if (t < 2)
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
