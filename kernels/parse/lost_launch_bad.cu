// expect fill@13: verified
// expect fill: race
// A launch that does not parse may be any.
__global__ void fill(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] = i; /*@race*/
}
void run(int *p, int n) {
  glBegin(n);
  if (n > 256)
    fill<<<(n + 255) / 256, 256>>>(glBuffer(p), n);
  fill<<<1, 256>>>(p, n);
}
