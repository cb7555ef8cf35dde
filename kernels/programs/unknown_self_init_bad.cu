// expect: race
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != 1000) d[0] = i; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = n;
  k<<<4, 64>>>(d, n);
}
