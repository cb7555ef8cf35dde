// expect: verified
//--block-dim=8 --grid-dim=2
// __ldg reads the half of the array that the kernel does not write.
__global__ void ldg_elsewhere(int *d, int *o) {
  d[16 + blockIdx.x * 8 + threadIdx.x] = 5 + threadIdx.x;
  __syncthreads();
  o[blockIdx.x * 8 + threadIdx.x] = __ldg(&d[blockIdx.x * 8 + 7 - threadIdx.x]);
}
