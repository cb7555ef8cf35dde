// expect: verified
//--local_size=128 --num_groups=4
// One half writes and says so without waiting; the other waits and reads.
__global__ void named_hand_over(int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t < 64) {
    tile[t] = t;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[blockIdx.x * 64 + t - 64] = tile[127 - t];
  }
}
