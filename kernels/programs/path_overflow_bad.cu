// expect: race
// The product is evaluated only if the number is small: it says nothing of larger ones.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 1000000)
    d[0] = i; /*@race*/
}
void run(float *d, int n) {
  if (n > 10000 || ((n * n) & 5) == 1)
    halves<<<4, 256>>>(d, n);
}
