// expect: verified
//--block-dim=32 --grid-dim=4
// A tree of sums over all blocks: the leaves are the last 128 nodes.
__global__ void refit(const float *__restrict__ leaves, float *sum, unsigned *come) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned node = id + 128;
  sum[node] = leaves[id];
  while (node > 1) {
    __threadfence();
    if (atomicAdd(&come[node / 2], 1u) == 0)
      return;
    __threadfence();
    node /= 2;
    sum[node] = sum[2 * node] + sum[2 * node + 1];
  }
}
