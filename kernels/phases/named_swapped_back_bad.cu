// expect: race
//--local_size=96 --num_groups=4
// Which warp arrives depends on a parameter, by way of a variable; the way that is right comes first.
__global__ void named_swapped(int *out, int *flag, int n) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  int first = 1;
  if (n > 5) {
    first = 0;
    flag[blockIdx.x * 96 + t] = 1;
  }
  if (t < 32)
    tile[t] = first; /*@race*/
  if (first == t / 32)
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  if (t >= 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[blockIdx.x * 32 + t - 64] = tile[95 - t]; /*@race*/
  }
}
