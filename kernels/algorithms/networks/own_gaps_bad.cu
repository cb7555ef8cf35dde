// expect: race
//--block-dim=64 --grid-dim=*
// The halves of a block have gaps of their own: behind one barrier, threads with different ones meet.
__global__ void own_gaps(int *out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int gap = t < 32 ? 32 : 8;
  for (int round = 0; round < 2; ++round) {
    __syncthreads();
    s[t ^ gap] = t;
    gap = gap == 32 ? 16 : 4;
  }
  __syncthreads();
  out[blockIdx.x * 64 + t] = s[t];
}
