// expect: verified
//--local_size=64 --num_groups=2 --warp-sync=32
// Some have ended; the others are in step.
__global__ void early(int *p, int n) {
  __shared__ int s[96];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = 0;
  if (i >= n)
    return;
  s[t] = p[i];
  if (t % 32 != 31)
    p[i] = s[t + 1];
}
