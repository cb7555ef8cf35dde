// expect: verified
// A grid that is a vector, made by a helper of the runtime.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
void run(float *d, int n) {
  uint3 grid = make_uint3(n / 256, 1, 1);
  const uint3 block = make_uint3(256, 1, 1);
  if (n < 256)
    return;
  up<<<grid, block>>>(d, n);
}
