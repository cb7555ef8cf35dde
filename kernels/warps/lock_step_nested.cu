// expect: verified
//--local_size=32 --num_groups=1 --warp-sync=16
// Half a warp in step, two branches deep.
__global__ void nested(int *p, int n) {
  __shared__ int s[48];
  const int t = threadIdx.x;
  s[t] = p[t];
  if (n > 3) {
    if (t % 16 < 8) {
      int v = s[t + 8];
      if (t % 4 == 0)
        v += s[t + 1];
      s[t] = v;
      s[t + 8] = v + 1;
    }
  }
  p[t] = s[t ^ 15];
}
