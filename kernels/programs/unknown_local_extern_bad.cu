// expect: race
__global__ void k(int *d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != m) d[0] = i; /*@race*/
}
void bump();
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  extern int total;
  int m = total;
  bump();
  k<<<4, 64>>>(d, total, m);
}
int total = 4;
void bump() { ++total; }
