// expect: verified
//--local_size=64 --num_groups=2
// Eight lanes name each other, by a mask that is shifted to where they are: they read what their neighbours wrote.
__global__ void mask_quarter(int *p) {
  __shared__ int s[64];
  const int t = threadIdx.x, lane = t % 32;
  const unsigned mask = 0xffu << (lane & 24);
  s[t] = p[blockIdx.x * 64 + t];
  __syncwarp(mask);
  p[blockIdx.x * 64 + t] = s[t ^ 7] + __ballot_sync(mask, s[t] > 0);
}
