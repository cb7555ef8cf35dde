// expect: race
// Less is passed than the grid covers.
__global__ void up(float *d, int half) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[half + i] = d[i]; /*@race*/
}
void run(float *d, int n) {
  if (n > 0 && n < 1000)
    up<<<n * 2, 64>>>(d, n * 127);
}
