// expect: race
// What is thrown is caught, and the launch comes all the same.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n) {
  try {
    if (n <= 0)
      throw 1;
  } catch (int) {
  }
  halves<<<4, 256>>>(d, n);
}
