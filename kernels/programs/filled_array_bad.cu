// expect: race
// The constructor of elements that an initialiser does not name.
int n = 1 << 20;
struct Less {
  int value;
  Less() { n /= 3; }
};
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  Less all[3] = {};
  up<<<blocks, 256>>>(d, n);
}
