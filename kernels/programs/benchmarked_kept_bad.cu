// expect: race
// The function that is passed is called, and kept: somebody else calls it with other arguments.
typedef void Launch(float *, int, int);
Launch *last;
void benchmark(Launch *launch, float *d, int n, int block) {
  launch(d, n, block);
  last = launch;
}
__global__ void up(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
void shift(float *d, int n, int block) { up<<<4096 / block, block>>>(d, n); }
int main() {
  float *d;
  cudaMalloc(&d, 2 * 4096 * sizeof(float));
  benchmark(shift, d, 4096, 128);
  last(d, 100, 128);
}
