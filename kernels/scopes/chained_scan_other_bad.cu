// expect: race
//--block-dim=8 --grid-dim=4
// Reads the sum of a block for which it has not waited.
__global__ void chained_scan_other_bad(const int *in, int *sum, int *flags) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (atomicAdd(&flags[blockIdx.x / 2], 0) == 0)
        ;
      __threadfence();
      before = sum[blockIdx.x - 1];
    }
    sum[blockIdx.x] = before + in[blockIdx.x];
    __threadfence();
    atomicExch(&flags[blockIdx.x], 1);
  }
}
