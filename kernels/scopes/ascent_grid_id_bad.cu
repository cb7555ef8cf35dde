// expect: race
//--block-dim=64 --grid-dim=4
// ascent_grid.cu where each block starts at the same leaves.
__global__ void refit(const float *__restrict__ leaves, float *sum, unsigned *come) {
  const int id = threadIdx.x;
  int node = id + 255;
  if (blockIdx.x == 0)
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
