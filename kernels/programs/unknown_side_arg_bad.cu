// expect: race
__global__ void k(int *d, int x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
static int bump(int &n) { n += 3; return 1; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = atoi(argv[1]);
  k<<<n, 64>>>(d, bump(n), n);
}
