// expect: divergence
//--local_size=32 --num_groups=*
// The vote of a warp's second half, moved down to the lanes of the first: who passes it is not in it.
__global__ void mask_of_second_tile(int *o, const int *a, int p) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 32 + t];
  __syncthreads();
  if (t >= 16) {
    unsigned m = __ballot_sync(0xffff0000u, t < p) >> 16;
    if (t < p)
      __syncwarp(m);
    o[blockIdx.x * 16 + t - 16] = s[t];
  }
}
