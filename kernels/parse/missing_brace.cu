// expect before: verified
// expect lost: error
// expect lost_too: error
//--local_size=64 --num_groups=4
// Host code lacks a brace, and swallows all kernels behind it.
__global__ void before(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

void host(int n) {
  if (n) {
    before<<<1, 1>>>(0);
}

__global__ void lost(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

__global__ void lost_too(int *a) {
  a[0] = threadIdx.x;
}
