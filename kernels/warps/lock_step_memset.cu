// expect: verified
//--local_size=32 --num_groups=1 --warp-sync=32
// All bytes are set in one statement, and read by another lane in the next.
__global__ void lock_step_memset(char *bytes, int *out, int n) {
  const int t = threadIdx.x;
  memset(bytes + t * 8, t, n & 7);
  out[t] = bytes[(t ^ 1) * 8];
}
