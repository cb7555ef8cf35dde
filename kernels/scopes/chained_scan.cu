// expect: verified
//--block-dim=8 --grid-dim=4
// Each block goes on with what the block before it has found.
__global__ void chained_scan(const int *in, int *sum, int *flags) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (atomicAdd(&flags[blockIdx.x - 1], 0) == 0)
        ;
      __threadfence();
      before = sum[blockIdx.x - 1];
    }
    sum[blockIdx.x] = before + in[blockIdx.x];
    __threadfence();
    atomicExch(&flags[blockIdx.x], 1);
  }
}
