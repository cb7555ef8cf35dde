// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// Lanes copy to some places in common.
__global__ void lock_step_memcpy(int *to, const int *from, int n) {
  const int t = threadIdx.x;
  memcpy(to + t * 4, from + 100 * t, (n & 7) * sizeof(int)); /*@race*/
}
