// expect: race
// The loop changes what was checked in front of it.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n) {
  if (n <= 0)
    return;
  for (int k = 0; k < 8; ++k) {
    halves<<<4, 256>>>(d, n);
    n -= 16;
  }
}
