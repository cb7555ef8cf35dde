// expect: race
// Compared with something unsigned, a negative number is large.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n) {
  if (n > 5u)
    halves<<<4, 256>>>(d, n);
}
