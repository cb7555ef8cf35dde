// expect: verified
// `else` of a compound condition: one of the two does not hold, and the other is known.
__global__ void halves(float *d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; // never
}
void run(float *d, int n, int m) {
  if (m > 0)
    return;
  if (n <= 0 && m <= 0)
    return;
  else
    halves<<<4, 256>>>(d, n, m);
}
