// expect: verified
//--local_size=16 --num_groups=*
// The vote of a warp's first half, which is the whole block, is the mask of a barrier of the warp.
__global__ void mask_of_first_tile(int *o, const int *a, int p) {
  __shared__ int s[16];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 16 + t];
  __syncthreads();
  unsigned m = __ballot_sync(0xffff, t < p);
  if (t < p) {
    int v = s[t];
    v += __shfl_down_sync(m, v, 1);
    if (t == 0)
      o[blockIdx.x] = v;
  }
}
