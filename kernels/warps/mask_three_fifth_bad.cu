// expect: divergence
//--local_size=64 --num_groups=2
// A fourth is named that does not come, and with it no tile.
__global__ void mask_three(int *p) {
  __shared__ int s[64];
  const int t = threadIdx.x, lane = t % 32;
  if (lane < 3) {
    s[t] = p[blockIdx.x * 64 + t];
    __syncwarp(0x17);
    p[blockIdx.x * 64 + t] = s[lane == 2 ? t - 2 : t + 1];
  }
  __syncthreads();
}
