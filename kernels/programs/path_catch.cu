// expect: verified
// What is thrown leaves.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; // never
}
void run(float *d, int n) {
  try {
    if (n <= 0)
      throw 1;
    halves<<<4, 256>>>(d, n);
  } catch (int) {
  }
}
