// expect: race
// The check stands where not every way goes.
__global__ void halves(float *d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n, int m) {
  if (m > 0) {
    if (n <= 0)
      return;
    m = 7;
  }
  halves<<<4, 256>>>(d, n, m);
}
