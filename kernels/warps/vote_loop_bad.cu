// expect: divergence
//--local_size=64 --num_groups=4
// Threads go round by itself, each thread.
__global__ void vote_loop(const int *work, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, left = work[blockIdx.x * 64 + t] & 15, sum = 0;
  while (left > 0) {
    s[t] = left;
    __syncwarp(); /*@divergence*/
    sum += s[t ^ 1];
    __syncwarp();
    left = left > 0 ? left - 1 : 0;
  }
  out[blockIdx.x * 64 + t] = sum;
}
