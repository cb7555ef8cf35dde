// expect joins: error
// expect own: verified
//--local_size=64 --num_groups=4
// With the operator that does not compile, the index is another than with the built-in one.
enum Part { Low = 0, High = 1 };
__device__ Part operator|(Part a, unknown_type b) {
  return Low;
}

__global__ void joins(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = Low | High;
}

__global__ void own(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1 | 2;
}
