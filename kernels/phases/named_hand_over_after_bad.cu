// expect: race
//--local_size=128 --num_groups=4
// It is written after the arrival.
__global__ void named_hand_over(int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.arrive 1, 128;" ::: "memory");
    tile[t] = t; /*@race*/
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[blockIdx.x * 64 + t - 64] = tile[127 - t]; /*@race*/
  }
}
