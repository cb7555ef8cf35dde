// expect: race
//--local_size=32 --num_groups=1
// In each round others vote: one reads what another one writes in the next.
__global__ void mask_of_voters(int *o, const int *a, int n) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    const bool p = a[32 * i + t] > 0;
    const unsigned m = __ballot_sync(0xffffffff, p);
    if (p) {
      s[t] = i; /*@race*/
      __syncwarp(m);
      o[32 * i + t] = s[__ffs(m) - 1]; /*@race*/
    }
  }
  __syncthreads();
}
