// expect: divergence
//--local_size=64 --num_groups=2
// One that the mask names does not come.
__global__ void mask_lower(int *p) {
  __shared__ int s[64];
  const int t = threadIdx.x, lane = t % 32;
  int v = p[blockIdx.x * 64 + t];
  if (lane < 15) {
    s[t] = v;
    __syncwarp(0xffff);
    v += s[t ^ 15] + __shfl_down_sync(0xffff, v, 1);
  }
  __syncwarp();
  p[blockIdx.x * 64 + t] = v;
}
