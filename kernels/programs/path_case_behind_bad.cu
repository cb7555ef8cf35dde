// expect: race
// A case goes past the check in front of it.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n, int m) {
  switch (m) {
  default:
    if (n <= 0)
      return;
  case 3: halves<<<4, 256>>>(d, n);
  }
}
