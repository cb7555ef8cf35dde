// expect: verified
// What is evaluated for the shared memory changes nothing.
__global__ void one(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[i] = 1;
  if (gridDim.x != n)
    d[0] = i; // by every thread
}
int size = 3;
int twice() { return 2 * size; }
int main() {
  int *d;
  cudaMalloc(&d, 4000);
  one<<<size, 64, twice()>>>(d, size);
}
