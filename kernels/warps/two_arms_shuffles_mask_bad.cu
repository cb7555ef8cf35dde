// expect: divergence
//--block-dim=32 --grid-dim=1
// The masks of the arms differ: each names lanes that come with the other.
__global__ void two_arms(int *o) {
  int v = threadIdx.x;
  if (v < 16)
    v = __shfl_xor_sync(0xffffffffu, v, 16);
  else
    v = __shfl_xor_sync(0xffff0000u, v, 16);
  __syncthreads();
  o[threadIdx.x] = v;
}
