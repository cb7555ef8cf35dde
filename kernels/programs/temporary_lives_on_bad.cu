// expect: race
// A temporary that lives as long as a reference, and changes a variable where it ends.
int n = 1 << 20;
struct Less {
  int *of;
  ~Less() { *of /= 3; }
};
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks;
  {
    const Less &less = Less{&n};
    blocks = dim3(n / 256);
  }
  up<<<blocks, 256>>>(d, n);
}
