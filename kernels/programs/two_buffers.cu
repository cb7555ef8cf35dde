// expect: verified
// From one buffer into another.
__global__ void shift(int *to, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    to[i] = from[i + 1];
}
int main(int argc, char **argv) {
  int n = argc * 100, *d, *e;
  cudaMalloc(&d, n * sizeof *d);
  cudaMalloc(&e, n * sizeof *e);
  shift<<<(n + 127) / 128, 128>>>(e, d, n);
}
