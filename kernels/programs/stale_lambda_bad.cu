// expect: race
// The lambda returns an old copy of the variable.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = atoi(argv[1]);
  auto f = [n] { return n; };
  n = 5;
  int g = f();
  k<<<g, 64>>>(d, n);
}
