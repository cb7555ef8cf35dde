// expect: verified
//--block-dim=64 --grid-dim=4
// A tree of 200 leaves, which are not all in one row: some cells have one leaf and one sum below.
__global__ void refit(const float *__restrict__ leaves, float *sum, unsigned *come) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= 200)
    return;
  int node = id + 199;
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
