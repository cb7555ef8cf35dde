// expect: race
// A function of the program that is named like the runtime's launches in its own way.
__global__ void half(int *d) { // of 64 threads
  int i = threadIdx.x;
  d[i % 64] = i;
}
void myLaunchKernel(void (*f)(int *), dim3 block, dim3 grid, int *d) { f<<<grid, block>>>(d); }
int main() {
  int *d;
  cudaMalloc(&d, 400);
  myLaunchKernel(half, dim3(128), dim3(1), d);
}
