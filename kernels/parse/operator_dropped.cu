// expect adds: error
// expect own: verified
//--local_size=64 --num_groups=4
// No name of the kernel's text leads to the operator: the statement is found missing.
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
