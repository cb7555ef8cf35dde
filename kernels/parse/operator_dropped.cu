// expect: error
// expect own: verified
//--local_size=64 --num_groups=4
// No name in the text of the kernel leads to the operator that does not compile.
struct Pair {
  int x;
};
__device__ unknown_type operator+(Pair a, Pair b) {
  return 0;
}

__global__ void adds(int *a, Pair u) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
  u + u;
}

__global__ void own(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
