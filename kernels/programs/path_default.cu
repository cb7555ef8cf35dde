// expect: verified
// What is left for `default`.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n == 1 || n == 2)
    d[0] = i; // never
}
void run(float *d, int n) {
  switch (n) {
  case 1: return;
  case 2: break;
  case 3:
  default: halves<<<4, 256>>>(d, n);
  }
}
