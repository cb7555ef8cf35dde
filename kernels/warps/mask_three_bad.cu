// expect: race
//--local_size=64 --num_groups=2
// Only two of the three meet: the third is ordered with nobody.
__global__ void mask_three(int *p) {
  __shared__ int s[64];
  const int t = threadIdx.x, lane = t % 32;
  if (lane < 3) {
    s[t] = p[blockIdx.x * 64 + t];
    if (lane < 2)
      __syncwarp(0x3);
    p[blockIdx.x * 64 + t] = s[lane == 2 ? t - 2 : t + 1];
  }
  __syncthreads();
}
