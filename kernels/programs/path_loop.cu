// expect: verified
// The loop's own condition, of what only its last part changes.
__global__ void steps(int *d, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (step >= 8 || step < 1)
    d[0] = i; // never
}
void run(int *d) {
  for (int step = 7; step >= 1 && step < 8; --step)
    steps<<<4, 64>>>(d, step);
}
