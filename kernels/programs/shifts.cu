// expect: verified
// Sizes by shifts.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const unsigned n = 1u << 10;
  up<<<n >> 8, 1 << 8>>>(d, n);
  cudaDeviceSynchronize();
}
