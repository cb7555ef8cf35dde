// expect: race
// Two blocks.
__global__ void mark(int *d) { d[threadIdx.x] = blockIdx.x + 1; /*@race*/ }
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  mark<<<2, 256>>>(d);
}
