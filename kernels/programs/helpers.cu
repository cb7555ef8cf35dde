// expect: verified
// Helper functions, one inside the other.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
template <typename T> static inline T divide_up(T a, T b) { return (a + b - 1) / b; }
static int groups(int n) { return divide_up(n, 256); }
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const int n = 4096;
  up<<<groups(n), 256>>>(d, n);
  cudaDeviceSynchronize();
}
