// expect: race
// A helper keeps the address of what an increment behind its pointer gives.
int *kept;
void keep(int *n) { kept = &++*n; }
void less() { *kept = 5; }
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n) {
  keep(&n);
  dim3 blocks(n / 256);
  less();
  up<<<blocks, 256>>>(d, n);
}
