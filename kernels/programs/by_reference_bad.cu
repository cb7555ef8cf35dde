// expect: race
// A reference to what the function changes by another name.
__global__ void rows(int *d, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (width != 64 * gridDim.x)
    d[0] = x; /*@race*/
}
static void run(int *d, const int &n, int &m) {
  int blocks = n / 64;
  m = 100;
  rows<<<blocks, 64>>>(d, n);
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int n = 256;
  run(d, n, n);
}
