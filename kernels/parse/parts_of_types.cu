// expect: error
// expect own: verified
//--local_size=64 --num_groups=4
// Bases, members, default arguments, variables and constants count as used.
struct Base {
  unknown_type x;
};
struct Derived : Base {
  int y;
};
__device__ int defaulted(int x = nothing) {
  return x;
}
__device__ unknown_type variable;
constexpr int constant = nothing;

__global__ void base(int *a) {
  Derived d;
  d.y = 1;
  a[threadIdx.x + blockIdx.x * blockDim.x] = d.y;
}

__global__ void argument(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = defaulted();
}

__global__ void global(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = variable;
}

__global__ void bound(int *a) {
  __shared__ int s[constant];
  s[threadIdx.x] = 1;
  a[threadIdx.x + blockIdx.x * blockDim.x] = s[threadIdx.x];
}

__global__ void own(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
