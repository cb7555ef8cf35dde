// expect: race
// What is behind a pointer that moves in between.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, const int *size) {
  dim3 blocks(*size / 256);
  ++size;
  up<<<blocks, 256>>>(d, *size);
}
