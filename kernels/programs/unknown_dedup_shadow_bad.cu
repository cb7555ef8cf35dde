// expect k@12: verified
// expect k@13: race
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
int n;
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  { int n = atoi(argv[1]); ::n = atoi(argv[2]);
  k<<<n, 64>>>(d, n);
  k<<<::n, 64>>>(d, n); }
}
