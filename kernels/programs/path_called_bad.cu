// expect: race
// A function that checks, on one of its ways.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
void need(int size, int strict) {
  if (!strict)
    return;
  if (size <= 0)
    exit(1);
}
void run(float *d, int n, int strict) {
  need(n, strict);
  halves<<<4, 256>>>(d, n);
}
