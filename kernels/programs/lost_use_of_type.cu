// expect: verified
// A call that does not compile: what types it names, are what they are elsewhere.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i];
}
void other(float *d) {
  dim3 blocks(unknown_to_us(d));
  unknown_to_us(dim3(1), d);
}
void run(float *d, int n) {
  dim3 blocks(n / 256), threads(256);
  up<<<blocks, threads>>>(d, n);
}
