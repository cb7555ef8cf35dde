// expect: verified
// Each caller has checked.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; // never
}
static void run(float *d, int n) { halves<<<4, 256>>>(d, n); }
void one(float *d, int m) {
  if (m > 7)
    run(d, m);
}
void other(float *d, int k) {
  assert(k >= 3);
  run(d, k - 2);
}
