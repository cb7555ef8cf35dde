// expect: race
// The macro's loop is left before the check.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
#define NEED(c) do { if (quiet()) break; if (!(c)) exit(1); } while (0)
int quiet();
void run(float *d, int n) {
  NEED(n > 0);
  halves<<<4, 256>>>(d, n);
}
