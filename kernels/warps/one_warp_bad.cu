// expect: divergence
//--local_size=64 --num_groups=8
// The block has two warps, which vote for themselves.
__global__ void one_warp(int *o, const int *a) {
  int t = threadIdx.x;
  if (__any_sync(0xffffffff, t < 32 && a[t] > 0))
    __syncthreads(); /*@divergence*/
  o[blockIdx.x * 64 + t] = 1;
}
