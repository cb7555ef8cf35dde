// expect: race
// The size of what a member points to says nothing of who else knows the structure.
struct Sizes {
  int *others;
  int n;
};
void touch(Sizes *s);
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n, int *others) {
  Sizes s;
  s.others = others;
  s.n = n;
  size_t bytes = sizeof(s.others[0]);
  dim3 blocks(s.n / 256);
  touch(&s);
  up<<<blocks, 256>>>(d, s.n);
}
