// expect: divergence
//--block-dim=32 --grid-dim=1
// One arm comes as often as the number says, the other once.
__global__ void two_arms(int *o, int n) {
  if (threadIdx.x < 7) {
    for (int i = 0; i < n; ++i)
      __syncwarp();
  } else {
    __syncwarp();
  }
  __syncthreads();
  o[threadIdx.x] = n;
}
