// expect: race
// One argument changes what the other one gives, in an order that nobody knows.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
static int less(int &y) {
  y -= 5;
  return 0;
}
static int second(int, int b) { return b; }
static int fewer(int x) { return second(less(x), x); }
void run(float *d, int n) { up<<<n / 256, 256>>>(d, fewer(n)); }
