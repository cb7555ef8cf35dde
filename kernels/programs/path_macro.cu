// expect: verified
// The check is a macro's loop that is none.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; // never
}
#define NEED(c) do { if (!(c)) { printf("no %s\n", #c); exit(1); } } while (0)
void run(float *d, int n) {
  NEED(n > 0);
  halves<<<4, 256>>>(d, n);
}
