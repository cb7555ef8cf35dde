// expect: race
// Helpers whose parameters have each other's names.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
static int f(int a, int n) { return a - n; }
static int g(int n, int a) { return f(n, a) + f(a, n) + n; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  const int n = atoi(argv[1]);
  k<<<g(n + 1, 5), 64>>>(d, n);
}
