// expect: race
// A pointer writes the variable.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int n = 1024;
  int *p = &n;
  *p = 5;
  up<<<4, 256>>>(d, n);
  cudaDeviceSynchronize();
}
