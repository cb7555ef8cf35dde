// expect: race
// Memory of the host that a kernel writes, which is known to have ended.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
__global__ void set(int *n) { *n = 256; }
void run(float *d, int *n) {
  dim3 blocks(*n / 256);
  set<<<1, 1>>>(n);
  while (cudaStreamQuery(0) == cudaErrorNotReady) {
  }
  up<<<blocks, 256>>>(d, *n);
}
