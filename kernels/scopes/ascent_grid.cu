// expect: verified
//--block-dim=64 --grid-dim=4
// A tree of sums over all blocks: node 0 is the root, the leaves are the last 256 nodes.
__global__ void refit(const float *__restrict__ leaves, float *sum, unsigned *come) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  int node = id + 255;
  sum[node] = leaves[id];
  __threadfence();
  while (node != 0) {
    const int parent = (node - 1) / 2;
    if (atomicAdd(&come[parent], 1u) == 0)
      return;
    __threadfence();
    sum[parent] = sum[2 * parent + 1] + sum[2 * parent + 2];
    __threadfence();
    node = parent;
  }
}
