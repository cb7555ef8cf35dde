// expect: race
// A macro without parentheses: N / 64 * 2 is not N / 128.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
#define N (1 << 10)
#define BLOCK 128
#define LAUNCH(kernel, n) kernel<<<(n) / BLOCK, BLOCK>>>
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  LAUNCH(up, N)(d, N - 256);
  cudaDeviceSynchronize();
}
