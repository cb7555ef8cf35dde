// expect: race
// A reference to a variable that others change.
__global__ void rows(int *d, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (width != 64 * gridDim.x)
    d[0] = x; /*@race*/
}
int n = 256;
static void run(int *d, const int &size) {
  int blocks = size / 64;
  n = 100;
  rows<<<blocks, 64>>>(d, size);
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  run(d, n);
}
