// expect: divergence
//--local_size=128 --num_groups=4
// Nobody says that it is empty at the start.
__global__ void named_full_empty(const int *in, int *out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      tile[t] = in[t] + i;
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 128;" ::: "memory"); /*@divergence*/
      sum += tile[127 - t];
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
    out[blockIdx.x * 64 + t - 64] = sum;
  }
}
