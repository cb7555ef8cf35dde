// expect: verified
//--local_size=32 --num_groups=1 --warp-sync=32
// Copies of a length that is known when they are made, read by another lane in the next statement.
__global__ void lock_step_memcpy(int *to, int *out, const int *from, int n) {
  const int t = threadIdx.x;
  memcpy(to + t * 8, from + 100 * t, (n & 7) * sizeof(int));
  out[t] = to[(t ^ 1) * 8];
}
