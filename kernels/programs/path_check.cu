// expect: verified
// A check on every path: whole blocks only, and some.
__global__ void halves(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[i] += 1;
  if (n % 256 != 0 || n <= 0)
    d[0] = i; // never
}
void run(float *d, int n) {
  if (n <= 0 || n % 256 != 0)
    return;
  halves<<<n / 256, 256>>>(d, n);
}
