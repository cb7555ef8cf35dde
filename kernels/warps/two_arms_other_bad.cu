// expect: divergence
//--block-dim=32 --grid-dim=1
// A barrier and a shuffle do not do the same.
__global__ void two_arms(int *o) {
  int v = threadIdx.x;
  if (v < 7)
    __syncwarp();
  else
    v = __shfl_sync(0xffffffff, v, 8);
  __syncthreads();
  o[threadIdx.x] = v;
}
