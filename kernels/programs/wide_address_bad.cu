// expect: race
// A number of 64 bits is stored where one of 32 stands: the next one is overwritten.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
struct Sizes {
  int n;
  int m;
};
void run(float *d, int n) {
  Sizes s = {n, n};
  size_t all;
  cudaMemGetInfo((size_t *)&s.n, &all);
  up<<<n / 256, 256>>>(d, s.m);
}
