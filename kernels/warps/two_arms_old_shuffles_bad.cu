// expect: divergence
//--block-dim=32 --grid-dim=1
// The old functions name nobody, and one arm's lanes do not meet the other's.
__global__ void two_arms(int *o) {
  int v = threadIdx.x;
  if (v < 9)
    v += __shfl(v, 20);
  else
    v -= __shfl(v, 3);
  __syncthreads();
  o[threadIdx.x] = v;
}
