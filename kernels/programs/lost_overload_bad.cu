// expect: race
// An overload of a function that does not compile, which is the one that is called.
int n = 1 << 20;
static int same(int x) { return x; }
unknown_t same(long x) {
  n /= 3;
  return x;
}
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  int other = same(3L);
  up<<<blocks, 256>>>(d, n);
}
