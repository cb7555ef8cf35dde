// expect: race
//--block-dim=8 --grid-dim=4
// Each block posts to the cell of the next one as well.
__global__ void posts_two_cells_bad(int *value, int *ready, int *out) {
  if (threadIdx.x == 0) {
    value[blockIdx.x] = 1;
    __threadfence();
    atomicExch(&ready[blockIdx.x], 1);
    atomicExch(&ready[blockIdx.x + 1], 1);
    if (blockIdx.x > 0) {
      while (atomicAdd(&ready[blockIdx.x - 1], 0) == 0)
        ;
      __threadfence();
      out[blockIdx.x] = value[blockIdx.x - 1];
    }
  }
}
