// expect: race
// Of variables declared together, one changes another.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n) {
  int a = n, b = (a = 256), c = a;
  up<<<n / 256, 256>>>(d, c);
}
