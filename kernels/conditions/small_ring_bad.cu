// expect: race
// Behind 100000 elements the ring is full: a number of elements that programs have.
static int round_up(int n, int by) { return (n + by - 1) / by; }
__global__ void ring(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i % 100000] = i; /*@race*/
}
void launch(float *d, int n) { ring<<<round_up(n, 256), 256>>>(d, n); }
