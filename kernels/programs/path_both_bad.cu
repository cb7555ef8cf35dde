// expect: race
// Only both together leave: `else` of a conjunction says that one of the two does not hold.
__global__ void halves(float *d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n, int m) {
  if (n <= 0 && m <= 0)
    return;
  else
    halves<<<4, 256>>>(d, n, m);
}
