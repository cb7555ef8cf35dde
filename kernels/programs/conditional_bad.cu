// expect: race
// One of two values is too small.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const int n = argc > 3 ? 1024 : 1023;
  up<<<4, 256>>>(d, n);
  cudaDeviceSynchronize();
}
