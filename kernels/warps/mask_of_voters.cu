// expect: verified
//--local_size=64 --num_groups=1
// Those who have voted for it go on and name each other: what the first of them wrote, all of them find.
__global__ void mask_of_voters(int *o, const int *a) {
  __shared__ int s[64];
  int t = threadIdx.x, w = t & ~31;
  bool p = a[t] > 0;
  unsigned m = __ballot_sync(0xffffffff, p);
  if (p) {
    s[t] = t;
    __syncwarp(m);
    o[t] = s[w + __ffs(m) - 1];
  }
  __syncthreads();
}
