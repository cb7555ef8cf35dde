// expect: race
// The seed is no size, and what is multiplied is another number.
__global__ void scatter(float *d, int n, int width, int seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[seed > 50000 ? 0 : i * width] = i; /*@race*/
}
void launch(float *d, int n, int seed) { scatter<<<(n + 255) / 256, 256>>>(d, n, 4, seed); }
