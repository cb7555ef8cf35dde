// expect: race
//--local_size=64 --num_groups=*
// Who has ended has written after the last barrier that it passed.
__global__ void mask_of_stayers(int *o, const int *a, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  const unsigned m = __ballot_sync(0xffffffff, i < n);
  if (i >= n) {
    s[t] = 0; /*@race*/
    return;
  }
  int v = a[i];
  for (int r = 0; r < 3; ++r) {
    s[t] = v;
    __syncwarp(m);
    v += s[t ^ 1]; /*@race*/
    __syncwarp(m);
  }
  o[i] = v;
}
