// expect: race
// One of two callers has checked too little.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n <= 0)
    d[0] = i; /*@race*/
}
static void run(float *d, int n) { halves<<<4, 256>>>(d, n); }
void other(float *d, int k) {
  assert(k >= 2);
  run(d, k - 2);
}
