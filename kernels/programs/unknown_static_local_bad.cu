// expect: race
__global__ void k(int *d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != m) d[0] = i; /*@race*/
}
static void run(int *d, int a) {
  const int n = a;
  static int m = n;
  k<<<4, 64>>>(d, n, m);
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  run(d, 5);
  run(d, 6);
}
