// expect: verified
// Sizes from macros.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
#define N (1 << 10)
#define BLOCK 128
#define LAUNCH(kernel, n) kernel<<<(n) / BLOCK, BLOCK>>>
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  LAUNCH(up, N)(d, N);
  cudaDeviceSynchronize();
}
