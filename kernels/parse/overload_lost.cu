// expect: error
// expect own: verified
//--local_size=64 --num_groups=4
// The overload that does not compile is the one that the kernel would have called: all threads write a[0] then.
__device__ int pick(long x) {
  return threadIdx.x + blockIdx.x * blockDim.x;
}

__device__ int pick(int x, unknown_type y = 0) {
  return 0;
}

__global__ void picks(int *a) {
  a[pick(1)] = threadIdx.x + blockIdx.x * blockDim.x;
}

__global__ void own(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
