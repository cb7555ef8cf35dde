// expect: race
// The counter moves between the copy and the launch.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  for (int i = 1; i < 9; ++i) {
    int n = i;
    int g = n;
    ++i;
    k<<<g, 64>>>(d, i);
  }
}
