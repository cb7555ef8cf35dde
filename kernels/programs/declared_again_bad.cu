// expect: race
// A declaration that is passed several times.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int r = 0;
back:
  const int n = atoi(argv[1]);
  int g = n;
  if (r++ < 2) goto back;
  k<<<g, 64>>>(d, n + 1);
}
