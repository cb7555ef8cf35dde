// expect: race
// Text of the function that does not compile declares something else of that name.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n) {
  DECLARE_FUNCTION(dim3, int k) { return (k + 1) * 256; };
  up<<<dim3(n / 256), 256>>>(d, n);
}
