// expect: error
// expect own: verified
//--local_size=64 --num_groups=4
// Clang leaves out what names something invalid, without a word: the write to a[0], the end of the loop, a branch.
#define HERE a[threadIdx.x + blockIdx.x * blockDim.x]

__device__ unknown_type f(int x) {
  return 0;
}

struct Odd {
  int x;
  __device__ unknown_type get() { return 1; }
};
__device__ Odd odd();

__global__ void statement(int *a) {
  HERE = 1;
  a[f(1)] = threadIdx.x;
}

__global__ void branch(int *a) {
  HERE = 1;
  if (HERE)
    a[f(1)] = threadIdx.x;
}

__global__ void step(int *a) {
  HERE = 1;
  for (int i = 0; i < 3; a[f(i)] = i) {
  }
}

__global__ void member(int *a) {
  HERE = 1;
  a[odd().get()] = threadIdx.x;
}

__global__ void own(int *a) {
  HERE = 1;
}
