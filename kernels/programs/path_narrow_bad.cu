// expect: race
// The check is of the lower byte only.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n) {
  if ((signed char)n > 0)
    halves<<<4, 256>>>(d, n);
}
