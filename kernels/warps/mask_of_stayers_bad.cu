// expect: race
//--local_size=64 --num_groups=*
// The second barrier of each round is missing.
__global__ void mask_of_stayers(int *o, const int *a, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  const unsigned m = __ballot_sync(0xffffffff, i < n);
  if (i >= n)
    return;
  int v = a[i];
  for (int r = 0; r < 3; ++r) {
    s[t] = v; /*@race*/
    __syncwarp(m);
    v += s[t - t % 32]; /*@race*/
  }
  o[i] = v;
}
