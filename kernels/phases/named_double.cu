// expect: verified
//--local_size=128 --num_groups=4
// Two buffers: the producers are one ahead of the consumers.
__global__ void named_double(const int *in, int *out, int n) {
  __shared__ int tile[2][64];
  const int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      tile[i & 1][t] = in[t] + i;
      asm volatile("bar.sync 1, 128;" ::: "memory");
    }
  } else {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      sum += tile[i & 1][127 - t];
    }
    out[blockIdx.x * 64 + t - 64] = sum;
  }
}
