// expect: race
// A function that runs where a variable ends.
int n = 1 << 20;
void less(int *) { n /= 3; }
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks;
  {
    __attribute__((cleanup(less))) int guard = 0;
    blocks = dim3(n / 256);
  }
  up<<<blocks, 256>>>(d, n);
}
