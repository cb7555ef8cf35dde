// expect: race
// The counter changes within the body, too.
__global__ void steps(int *d, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (step >= 8 || step < 1)
    d[0] = i; /*@race*/
}
void run(int *d) {
  for (int step = 7; step >= 1 && step < 8; --step) {
    step -= 3;
    steps<<<4, 64>>>(d, step);
  }
}
