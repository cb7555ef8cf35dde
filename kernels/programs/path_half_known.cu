// expect: verified
// A conjunct counts by itself, whatever the other says.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; // never
}
int allowed();
void run(float *d, int n) {
  if (allowed() && n > 0)
    halves<<<4, 256>>>(d, n);
}
