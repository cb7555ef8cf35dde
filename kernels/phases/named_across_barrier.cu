// expect: verified
//--local_size=128 --num_groups=4
// Handed over once before a barrier of all threads, and once behind it.
__global__ void named_across_barrier(int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  int v = 0;
  if (t < 64) {
    tile[t] = t;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    v = tile[127 - t];
  }
  __syncthreads();
  if (t < 64) {
    tile[t] = t + 1;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    v += tile[127 - t];
  }
  out[blockIdx.x * 128 + t] = v;
}
