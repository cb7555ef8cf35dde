// expect: verified
//--local_size=128 --num_groups=4
// Two barriers that both halves come to in one order.
__global__ void named_crossed(int *out) {
  const int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    asm volatile("bar.sync 2, 128;" ::: "memory");
  } else {
    asm volatile("barrier.sync 1, 128;" ::: "memory");
    asm volatile("barrier.sync.aligned 2, 128;" ::: "memory");
  }
  out[blockIdx.x * 128 + t] = t;
}
