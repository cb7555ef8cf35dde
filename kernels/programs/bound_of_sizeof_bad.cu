// expect: race
// The bound of an array is evaluated, in a sizeof as well.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n) {
  int m = n;
  (void)sizeof(int[n--]);
  up<<<m / 256, 256>>>(d, n);
}
