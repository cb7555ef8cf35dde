// expect: race
// A field of it is set before the launch.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n) {
  uint3 grid = make_uint3(n / 256, 1, 1);
  const uint3 block = make_uint3(256, 1, 1);
  if (n < 256)
    grid.x = 2;
  up<<<grid, block>>>(d, n);
}
