// expect: race
//--local_size=64 --num_groups=1
// The others take no part in the barrier of those who have voted for it.
__global__ void mask_of_voters(int *o, const int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  bool p = a[t] > 0;
  unsigned m = __ballot_sync(0xffffffff, p);
  if (p) {
    __syncwarp(m);
    o[t] = s[t ^ 1]; /*@race*/
  } else {
    s[t] = t; /*@race*/
  }
}
