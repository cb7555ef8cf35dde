// expect: race
__global__ void k(int *d, int m, int n);
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  k<<<4, 64>>>(d, 7, 1000);
}
__global__ void k(int *d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != 1000) d[0] = i; /*@race*/
}
