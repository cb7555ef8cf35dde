// expect: race
//--local_size=64 --num_groups=2 --warp-sync=32
// Some have ended; who reads of another warp is not in step with it.
__global__ void early(int *p, int n) {
  __shared__ int s[96];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = 0;
  if (i >= n)
    return;
  s[t] = p[i];
  if (t != 63)
    p[i] = s[t + 1];
}
