// expect: verified
// Bits without a name are no element of the list: n is the first number.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
struct Sizes {
  int : 32;
  int n;
  int m;
};
void run(float *d, int a, int b) {
  Sizes s = {a, b};
  up<<<a / 256, 256>>>(d, s.n);
}
