// expect: verified
// The kernel is for one block, and the launch has one.
__global__ void mark(int *d) { d[threadIdx.x] = blockIdx.x + 1; }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  mark<<<1, 256>>>(d);
}
