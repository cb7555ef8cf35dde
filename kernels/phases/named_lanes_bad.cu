// expect: unknown
//--local_size=64 --num_groups=4
// Threads of one warp come to different statements, which is not allowed: a warp is counted as a whole.
__global__ void named_lanes(int *out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  if (t % 2 == 0) {
    tile[t / 2] = t;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[blockIdx.x * 64 + t] = tile[t / 2];
  }
}
