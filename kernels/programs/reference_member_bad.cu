// expect: race
// A variable of the file that a structure refers to, which changes it.
int n = 1 << 20;
struct View {
  int &n;
};
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  View v{n};
  dim3 blocks(n / 256);
  v.n = 256;
  up<<<blocks, 256>>>(d, n);
}
