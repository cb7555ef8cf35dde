// expect: verified
// Sizes in size_t.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const size_t bytes = 4096, n = bytes / sizeof(float);
  up<<<n / 128, 128>>>(d, (int)n);
  cudaDeviceSynchronize();
}
