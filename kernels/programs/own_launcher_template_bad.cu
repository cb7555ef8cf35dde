// expect: race
// A template of the program that is named like the runtime's launches in its own way.
__global__ void half(int *d) { // of 64 threads
  int i = threadIdx.x;
  d[i % 64] = i;
}
template <class K> void LaunchKernel(K f, dim3 grid, dim3 block, int *d) { f<<<grid, 2 * block.x>>>(d); }
int main() {
  int *d;
  cudaMalloc(&d, 400);
  LaunchKernel(half, dim3(1), dim3(64), d);
}
