// expect: race
// The grid and the argument differ by one level of the recursion.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
void run(int *d, int n, int g) {
  if (n) run(d, n - 1, n);
  k<<<g, 64>>>(d, n);
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  run(d, 9, 8);
}
