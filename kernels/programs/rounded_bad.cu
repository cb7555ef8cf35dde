// expect: race
// Rounded up: the last block goes beyond the half.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
extern "C" unsigned long strtoul(const char *, char **, int);
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  unsigned n = strtoul(argv[1], 0, 10);
  if (n >= 256 && n < 1u << 24)
    up<<<(n + 255) / 256, 256>>>(d, n);
  cudaDeviceSynchronize();
}
