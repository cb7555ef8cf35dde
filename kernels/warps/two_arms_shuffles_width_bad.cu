// expect: divergence
//--block-dim=32 --grid-dim=1
// A shuffle of 64 bits is two of 32: one arm comes once more.
__global__ void two_arms(long long *o) {
  long long v = threadIdx.x;
  if (v < 16)
    v += __shfl_xor_sync(0xffffffffu, v, 16);
  else
    v -= __shfl_xor_sync(0xffffffffu, (int)v, 16);
  __syncthreads();
  o[threadIdx.x] = v;
}
