// expect: verified
// A dim3 that nothing changes.
__global__ void ids(int *d) { d[blockIdx.x * blockDim.x + threadIdx.x] = 1 + threadIdx.y; }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  dim3 block(64), grid = 4;
  ids<<<grid, block>>>(d);
}
