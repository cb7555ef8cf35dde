// expect: race
//--local_size=128 --num_groups=4
// It is said to be empty before it has been read.
__global__ void named_full_empty(const int *in, int *out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 128;" ::: "memory");
      tile[t] = in[t] + i; /*@race*/
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    int sum = 0;
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      asm volatile("bar.arrive 2, 128;" ::: "memory");
      sum += tile[127 - t]; /*@race*/
    }
    out[blockIdx.x * 64 + t - 64] = sum;
  }
}
