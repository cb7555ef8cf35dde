// expect: verified
//--local_size=64 --num_groups=4
// Barriers with numbers, of all threads.
__global__ void bar_sync(int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = t;
  asm volatile("bar.sync 1;" ::: "memory");
  int v = tile[63 - t];
  asm volatile("bar.sync %0, %1;" ::"n"(2), "r"(64) : "memory");
  tile[t] = v;
  asm volatile("barrier.sync 1, 64;" ::: "memory");
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
