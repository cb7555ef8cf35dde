// expect: race
// A variable of the thread, whose initialiser runs where it is first named.
int n = 1 << 20;
int less() { return n /= 3; }
thread_local int first = less();
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  int other = first;
  up<<<blocks, 256>>>(d, n);
}
