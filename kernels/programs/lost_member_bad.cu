// expect: race
// A structure of which a member does not compile, with what it begins with.
int n = 1 << 20;
struct Less {
  int value;
  unknown_t other = (n /= 3);
};
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  { Less one; }
  up<<<blocks, 256>>>(d, n);
}
