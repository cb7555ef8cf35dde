// expect: divergence
//--local_size=128 --num_groups=4
// Whether anybody arrives depends on a parameter.
__global__ void named_hand_over(int *out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t < 64) {
    if (n <= 5) {
      tile[t] = n;
    } else {
      tile[t] = t;
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory"); /*@divergence*/
    out[blockIdx.x * 64 + t - 64] = tile[127 - t];
  }
}
