// expect: error
// expect own: verified
//--local_size=64 --num_groups=4
// The text that the parser skips might have declared the overload that the kernel means: all threads write a[0] then.
__device__ int pick(long x) {
  return threadIdx.x + blockIdx.x * blockDim.x;
}

unknown_type p q r __device__ int pick(int x) {
  return 0;
}

__global__ void picks(int *a) {
  a[pick(1)] = threadIdx.x + blockIdx.x * blockDim.x;
}

__global__ void own(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
