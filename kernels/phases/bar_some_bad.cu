// expect: unsupported
//--local_size=64 --num_groups=4
// A barrier of half of the threads.
__global__ void bar_some(int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = t;
  if (t < 32)
    asm volatile("bar.sync 1, 32;" ::: "memory"); /*@unsupported*/
  out[blockIdx.x * 64 + t] = tile[t ^ 1];
}
