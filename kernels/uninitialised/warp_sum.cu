// expect: verified
//--local_size=128 --num_groups=1
// The leaders of the warps write a cell each, the first warp adds them up (here: takes the first), and all read the sum.
__global__ void k(const int *p, int *o) {
  __shared__ int t[4];
  __shared__ int sum;
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0)
    t[warp] = p[threadIdx.x];
  __syncthreads();
  if (warp == 0) {
    int v = lane < 4 ? t[lane] : 0;
    if (lane == 0)
      sum = v;
  }
  __syncthreads();
  int n = sum;
  for (int i = 0; i < n; i++) {
    __syncthreads();
  }
}
