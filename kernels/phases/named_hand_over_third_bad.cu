// expect: race
//--local_size=192 --num_groups=4
// A third part writes what is read, and does not come to the barrier.
__global__ void named_hand_over(int *out) {
  __shared__ int tile[64], other[64];
  const int t = threadIdx.x;
  if (t < 64) {
    tile[t] = t;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else if (t < 128) {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[blockIdx.x * 64 + t - 64] = tile[127 - t] + other[t - 64]; /*@race*/
  } else {
    other[t - 128] = t; /*@race*/
  }
}
