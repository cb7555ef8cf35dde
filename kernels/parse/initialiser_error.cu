// expect: error
// expect own: verified
//--local_size=64 --num_groups=4
// A variable whose initialiser does not compile is none without one.
__constant__ int table[2] = {0x1nonsense, 1};
__device__ unknown_type f();

__global__ void reads(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = table[0];
}

__global__ void local(int *a) {
  int x = f(), y[2] = {f()};
  a[threadIdx.x + blockIdx.x * blockDim.x] = x + y[0];
}

__global__ void own(int *a) {
  int x, y[2], z(1), w{2};
  x = y[0] = z + w;
  a[threadIdx.x + blockIdx.x * blockDim.x] = x;
}
