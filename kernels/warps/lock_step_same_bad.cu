// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// Two threads write one place in the same step.
__global__ void same(int *p) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t / 2] = t;
  p[t] = s[t / 2];
}
