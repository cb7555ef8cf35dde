// expect: error
// expect own: verified
// expect own_bad: race
//--local_size=64 --num_groups=4
// A function that does not compile spoils the kernels that call it, through others as well.
__device__ int broken(int x) {
  return x + nothing;
}

__device__ int between(int x) {
  return broken(x);
}

__global__ void uses(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = between(1);
}

__global__ void own(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

__global__ void own_bad(int *a) {
  a[threadIdx.x] = blockIdx.x;
}
