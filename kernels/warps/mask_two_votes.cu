// expect: verified
//--local_size=32 --num_groups=1
// Those who voted for it and those who voted against it meet at barriers of their own.
__global__ void mask_two_votes(int *o, const int *a) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  const bool p = a[t] > 0;
  const unsigned m = __ballot_sync(0xffffffff, p), rest = __ballot_sync(0xffffffff, !p);
  if (p) {
    s[t] = t;
    __syncwarp(m);
    o[t] = s[__ffs(m) - 1];
  } else {
    __syncwarp(rest);
  }
}
