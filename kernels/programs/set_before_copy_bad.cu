// expect: race
// What a variable was initialised with is what that was then, not what it is at the launch.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  int n = 512;
  const int was = n;
  n = 1024;
  up<<<n / 256, 256>>>(d, was);
}
