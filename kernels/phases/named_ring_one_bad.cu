// expect: race
//--local_size=128 --num_groups=4
// One buffer too few: what is full is written again.
__global__ void named_ring(const int *in, int *out, int n) {
  __shared__ int even[64];
  const int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; i += 2) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      even[t] = in[t] + i; /*@race*/
      asm volatile("bar.arrive 3, 128;" ::: "memory");
      asm volatile("bar.sync 2, 128;" ::: "memory");
      even[t] = in[t] - i;
      asm volatile("bar.arrive 4, 128;" ::: "memory");
    }
  } else {
    int sum = 0;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
    asm volatile("bar.arrive 2, 128;" ::: "memory");
    for (int i = 0; i < n; i += 2) {
      asm volatile("bar.sync 3, 128;" ::: "memory");
      sum += even[127 - t];
      asm volatile("bar.arrive 1, 128;" ::: "memory");
      asm volatile("bar.sync 4, 128;" ::: "memory");
      sum += even[127 - t]; /*@race*/
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
    out[blockIdx.x * 64 + t - 64] = sum;
  }
}
