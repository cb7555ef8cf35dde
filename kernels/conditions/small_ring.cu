// expect: verified
// No element of the ring is filled twice.
static int round_up(int n, int by) { return (n + by - 1) / by; }
__global__ void ring(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i < 100000)
    d[i % 100000] = i;
}
void launch(float *d, int n) { ring<<<round_up(n, 256), 256>>>(d, n); }
