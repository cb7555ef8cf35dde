// expect before: verified
// expect open: error
//--local_size=64 --num_groups=4
// The last kernel is not closed.
__global__ void before(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

__global__ void open(int *a) {
  if (a[0]) {
    a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
