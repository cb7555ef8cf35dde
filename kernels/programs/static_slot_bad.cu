// expect: race
// A static variable of a function, changed through a reference to it.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
int &slot() { static int n = 4; return n; }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  const int &n = slot();
  int g = n;
  slot() = 9;
  k<<<g, 64>>>(d, n);
}
