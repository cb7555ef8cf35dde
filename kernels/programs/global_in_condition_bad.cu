// expect: race
// A variable of the file that changes while a condition is evaluated.
int n = 1 << 20;
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  if (n == 512 && (n = 100) > 3)
    up<<<2, 256>>>(d, n);
}
