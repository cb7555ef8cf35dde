// expect: verified
//--local_size=64 --num_groups=4
// A warp goes round as long as one of its threads has work.
__global__ void vote_loop(const int *work, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, left = work[blockIdx.x * 64 + t] & 15, sum = 0;
  while (__any_sync(0xffffffffu, left > 0)) {
    s[t] = left;
    __syncwarp();
    sum += s[t ^ 1];
    __syncwarp();
    left = left > 0 ? left - 1 : 0;
  }
  out[blockIdx.x * 64 + t] = sum;
}
