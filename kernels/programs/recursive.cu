// expect: verified
// Recursion with a fixed launch.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
static void go(float *d, int depth) {
  if (depth)
    go(d, depth - 1);
  up<<<1, 256>>>(d, 256);
}
[[maybe_unused]] static void shrink(float *d, int depth) {
  if (depth)
    shrink(d, depth - 1);
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  go(d, 10);
  cudaDeviceSynchronize();
}
