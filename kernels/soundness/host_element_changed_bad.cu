// expect: race
// The array is written to: its initialiser does not say how the kernel is launched.
__global__ void k(float *d) { d[blockIdx.x * 32 + threadIdx.x] = threadIdx.x; } /*@race*/
int main() {
  float *d;
  cudaMalloc(&d, 4096);
  int sizes[] = {16, 32};
  sizes[1] = 48;
  k<<<4, sizes[1]>>>(d);
}
