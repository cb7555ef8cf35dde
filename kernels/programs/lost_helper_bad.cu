// expect: race
// A helper whose text does not compile.
int n = 1 << 20;
static void less() { unknown::call(n /= 3); }
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  less();
  up<<<blocks, 256>>>(d, n);
}
