// expect: divergence
//--block-dim=32 --grid-dim=1
// Shuffles of two kinds do not do the same.
__global__ void two_arms(int *o) {
  int v = threadIdx.x;
  if (v < 9)
    v += __shfl_down_sync(0xffffffffu, v, 1);
  else
    v -= __shfl_up_sync(0xffffffffu, v, 1);
  __syncthreads();
  o[threadIdx.x] = v;
}
