// expect: verified
//--local_size=32 --num_groups=8
// A vote of the only warp of a block is the same for the block.
__global__ void one_warp(int *o, const int *a) {
  int t = threadIdx.x;
  if (__any_sync(0xffffffff, t < 32 && a[t] > 0))
    __syncthreads();
  o[blockIdx.x * 32 + t] = 1;
}
