// expect: race
// A global variable changes between the call that passes it and the launch that names it.
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (gridDim.x != n) d[0] = i; /*@race*/
}
int blocks;
void run(int *d, int n) {
  blocks = blocks / 2;
  k<<<blocks, 64>>>(d, n);
}
int main() {
  int *d;
  cudaMalloc(&d, 4096);
  run(d, blocks);
}
