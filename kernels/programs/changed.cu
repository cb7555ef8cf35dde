// expect: verified
// The variable has its value from the beginning.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int n = 1024;
  up<<<4, 256>>>(d, n);
  cudaDeviceSynchronize();
}
