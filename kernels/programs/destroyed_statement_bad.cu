// expect: race
// A variable of the file that a destructor changes at the end of a statement, whose variable it is of.
int n = 1 << 20;
struct Less {
  ~Less() { n /= 3; }
};
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks;
  if (Less l; d == nullptr)
    return;
  else
    blocks = dim3(n / 256);
  up<<<blocks, 256>>>(d, n);
}
