// expect: verified
//--local_size=64 --num_groups=*
// Who is beyond the end has ended; those who stay name each other.
__global__ void mask_of_stayers(int *o, const int *a, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  const unsigned m = __ballot_sync(0xffffffff, i < n);
  if (i >= n)
    return;
  int v = a[i];
  for (int r = 0; r < 3; ++r) {
    s[t] = v;
    __syncwarp(m);
    v += s[t - t % 32];
    __syncwarp(m);
  }
  o[i] = v;
}
