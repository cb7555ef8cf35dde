// expect: race
// An argument of the launching function changes a size.
__global__ void one(int *d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[i] = 1;
  if (gridDim.x != blockDim.x)
    d[0] = i; // by every thread
}
int size = 3;
int more() { return ++size; }
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  void *a[] = {&d};
  cudaLaunchKernel((void *)one, dim3(size, more()), dim3(size), a, 0, 0);
}
