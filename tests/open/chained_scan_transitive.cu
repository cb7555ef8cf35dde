// expect: verified
// today: unknown (a block that waits for one that has waited for a third comes behind all three)
//--block-dim=8 --grid-dim=4
// Each block reads the sum of an earlier block than the one for which it has waited.

__global__ void chained_scan_transitive(const int *in, int *sum, int *flags) {
  if (threadIdx.x == 0) {
    int before = 0;
    if (blockIdx.x > 0) {
      while (atomicAdd(&flags[blockIdx.x - 1], 0) == 0)
        ;
      __threadfence();
      before = sum[blockIdx.x / 2];
    }
    sum[blockIdx.x] = before + in[blockIdx.x];
    __threadfence();
    atomicExch(&flags[blockIdx.x], 1);
  }
}
