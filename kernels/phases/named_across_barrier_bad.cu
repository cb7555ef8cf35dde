// expect: race
//--local_size=128 --num_groups=4
// They arrive before a barrier of all threads, and write behind it.
__global__ void named_across_barrier(int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t < 64)
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  __syncthreads();
  if (t < 64) {
    tile[t] = t; /*@race*/
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[blockIdx.x * 64 + t - 64] = tile[127 - t]; /*@race*/
  }
}
