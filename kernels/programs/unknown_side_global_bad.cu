// expect: race
__global__ void k(int *d, int x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
int n = 9;
int next() { return n++; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  k<<<n, 64>>>(d, next(), n);
}
