// expect: race
// The counter of a loop is the argument.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != 1000) d[0] = i; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  for (int n = 1000; n; n >>= 1) k<<<4, 64>>>(d, n);
}
