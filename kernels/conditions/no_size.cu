// expect: verified
// Whatever the seed is, each thread has its own element.
__global__ void scatter(float *d, int n, int width, int seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[seed > 50000 ? i : i * width] = i;
}
void launch(float *d, int n, int seed) { scatter<<<(n + 255) / 256, 256>>>(d, n, 4, seed); }
