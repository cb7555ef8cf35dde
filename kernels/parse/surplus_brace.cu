// expect: error
//--local_size=64 --num_groups=4
// A brace too many: what looks like the end of a kernel is not, and nothing that the file says can be trusted.
__global__ void cut(int *a) {
  if (threadIdx.x) {
    a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
  }
  }
  int y = 3;
  __syncthreads();
  a[0] = threadIdx.x;
}

__global__ void behind(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
