// expect: verified
//--local_size=128 --num_groups=4
// Two halves of a block, each with a barrier of its own, in loops; then all meet.
__global__ void named_teams_loop(int *out, int n) {
  __shared__ int tile[128];
  const int t = threadIdx.x;
  tile[t] = t;
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      const int v = tile[63 - t];
      asm volatile("bar.sync 1, 64;" ::: "memory");
      tile[t] = v + 1;
    }
  } else {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      const int v = tile[t ^ 1];
      asm volatile("bar.sync 2, 64;" ::: "memory");
      tile[t] = v + 2;
    }
  }
  __syncthreads();
  out[blockIdx.x * 128 + t] = tile[127 - t];
}
