// expect: race
//--block-dim=64 --grid-dim=4
// ascent_grid.cu with fences of the block.
__global__ void refit(const float *__restrict__ leaves, float *sum, unsigned *come) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  int node = id + 255;
  sum[node] = leaves[id];
  __threadfence_block();
  while (node != 0) {
    const int parent = (node - 1) / 2;
    if (atomicAdd(&come[parent], 1u) == 0)
      return;
    __threadfence_block();
    sum[parent] = sum[2 * parent + 1] + sum[2 * parent + 2];
    __threadfence_block();
    node = parent;
  }
}
