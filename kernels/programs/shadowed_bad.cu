// expect: race
// The outer variable is passed; the inner one has gone.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int n = 3;
  if (argc > 1) {
    int n = 1024;
    (void)n;
  }
  up<<<4, 256>>>(d, n);
  cudaDeviceSynchronize();
}
