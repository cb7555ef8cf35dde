// expect: race
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = atoi(argv[1]);
  k<<<dim3{(unsigned)n, (unsigned)(n /= 2)}, 64>>>(d, n);
}
