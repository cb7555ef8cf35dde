// expect: verified
//--local_size=* --num_groups=1
// The last thread of a group of any size writes the number of rounds.
__global__ void k(const int *p, int *o) {
  __shared__ int n;
  if (threadIdx.x == blockDim.x - 1)
    n = p[blockIdx.x];
  __syncthreads();
  for (int i = 0; i < n; i++) {
    __syncthreads();
  }
}
