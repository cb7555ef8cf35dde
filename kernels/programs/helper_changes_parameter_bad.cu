// expect: race
// What a helper makes of its parameter is not what it was given.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
static int fewer(int x) {
  if ((x -= 5, true))
    return x;
  return 0;
}
void run(float *d, int n) { up<<<n / 256, 256>>>(d, fewer(n)); }
