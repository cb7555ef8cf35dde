// expect: verified
// A narrow type that holds the number.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const unsigned char n = 128;
  up<<<1, n>>>(d, n);
  cudaDeviceSynchronize();
}
