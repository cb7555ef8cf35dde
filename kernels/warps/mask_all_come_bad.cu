// expect: divergence
//--local_size=64 --num_groups=1
// Those who have voted against it come, too, and are not in the mask.
__global__ void mask_all_come(int *o, const int *a) {
  const int t = threadIdx.x;
  const unsigned m = __ballot_sync(0xffffffff, a[t] > 0);
  __syncwarp(m); /*@divergence*/
  o[t] = m;
}
