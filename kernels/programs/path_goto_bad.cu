// expect: race
// A jump goes past the check.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void run(float *d, int n, int m) {
  if (m > 0)
    goto launch;
  if (n <= 0)
    return;
launch:
  printf("here\n");
  halves<<<4, 256>>>(d, n);
}
