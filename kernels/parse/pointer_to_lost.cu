// expect: error
// expect own: verified
//--local_size=64 --num_groups=4
// What a pointer leads to may be the function that does not compile.
typedef int (*Place)();

__device__ int one() {
  return threadIdx.x + blockIdx.x * blockDim.x;
}

__device__ int two() {
  return nothing;
}

__global__ void calls(int *a, Place p) {
  a[p()] = threadIdx.x;
}

__global__ void own(int *a) {
  a[one()] = 1;
}
