// expect: race
// The stride is no size that blocks are made of: -1 is an ordinary one.
__global__ void spread(float *out, int n, int stride) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    out[(i + 1) * (stride + 1)] = i; /*@race*/
}
void run(float *out, int n, int stride) {
  if (stride >= 0 || stride < -1)
    return;
  spread<<<(n + 255) / 256, 256>>>(out, n, stride);
}
