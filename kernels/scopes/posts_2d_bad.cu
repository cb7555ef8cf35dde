// expect: race
//--block-dim=8 --grid-dim=2,2
// Two rows of blocks post to the same cells: whose value is there is not known.
__global__ void posts_2d_bad(int *value, int *ready, int *out) {
  if (threadIdx.x == 0) {
    value[blockIdx.y * 2 + blockIdx.x] = 1;
    __threadfence();
    atomicExch(&ready[blockIdx.x], 1);
    while (atomicAdd(&ready[0], 0) == 0)
      ;
    __threadfence();
    out[blockIdx.y * 2 + blockIdx.x] = value[0] + value[2];
  }
}
