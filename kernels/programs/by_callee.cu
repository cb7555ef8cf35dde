// expect: verified
// A function that takes the variable by value.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
static void look(int n) { n = 3; (void)n; }
static void set(int &n) { n = 3; }
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const int n = 1024;
  look(n);
  up<<<4, 256>>>(d, n);
  cudaDeviceSynchronize();
}
