// expect: race
//--local_size=128 --num_groups=1
// Nobody keeps the producers from arriving twice before the consumers come: it is passed too early.
__global__ void named_ahead(int *buffer, int *out, int n) {
  const int t = threadIdx.x;
  if (t < 64) {
    for (int i = 0; i < n; ++i) {
      buffer[i * 64 + t] = i; /*@race*/
      asm volatile("bar.arrive 1, 128;" ::: "memory");
    }
  } else {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 128;" ::: "memory");
      sum += buffer[i * 64 + 127 - t]; /*@race*/
    }
    out[t] = sum;
  }
}
