// expect: verified
//--local_size=32 --num_groups=1 --warp-sync=32
// Each thread goes round as often as it likes, and counts in its own cell.
__global__ void own_rounds(int *p) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = 0;
  for (int i = 0; i < t; ++i)
    s[t] += i;
  p[t] = s[t];
}
