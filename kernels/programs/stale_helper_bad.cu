// expect: race
// A helper returns what it is given by reference; then the variable changes.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
static int twice(int &n) { return n; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = atoi(argv[1]);
  int g = twice(n);
  n = 3;
  k<<<g, 64>>>(d, n);
}
