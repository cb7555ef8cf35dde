// expect: verified
//--block-dim=32 --grid-dim=1
// Shuffles of one kind with one mask meet wherever they stand: the two halves of a warp swap.
__global__ void two_arms(int *o, const int *a) {
  __shared__ int x;
  int v = a[threadIdx.x];
  if (threadIdx.x < 16)
    v = __shfl_xor_sync(0xffffffffu, v + 1, 16);
  else
    v = __shfl_xor_sync(0xffffffffu, v - 1, 16);
  if (threadIdx.x == 0)
    x = v;
  __syncwarp();
  o[threadIdx.x] = v + x;
}
