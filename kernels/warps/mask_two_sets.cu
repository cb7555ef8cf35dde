// expect: verified
//--local_size=64 --num_groups=1
// Two sets of three lanes of each warp, by two masks.
__global__ void mask_two_sets(int *o) {
  __shared__ int s[64];
  const int t = threadIdx.x, lane = t % 32;
  if (lane < 6) {
    s[t] = t;
    __syncwarp(lane < 3 ? 0x07 : 0x38);
    o[t] = s[t];
  }
  __syncthreads();
}
