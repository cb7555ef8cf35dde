// expect: verified
// What was assigned is checked again.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; // never
}
int next();
void run(float *d) {
  int n = next();
  if (n <= 0)
    n = next();
  if (n <= 0)
    return;
  halves<<<4, 256>>>(d, n);
}
