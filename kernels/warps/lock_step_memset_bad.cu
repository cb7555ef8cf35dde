// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// Lanes set some bytes in common, each in its own order: it is one statement.
__global__ void lock_step_memset(char *bytes, int n) {
  const int t = threadIdx.x;
  memset(bytes + t * 4, t, n & 7); /*@race*/
}
