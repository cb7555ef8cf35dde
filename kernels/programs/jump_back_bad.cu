// expect: race
// A jump back to the launch, with another value.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != 1000) d[0] = i; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 1000;
again:
  k<<<4, 64>>>(d, n);
  n /= 2;
  if (n) goto again;
}
