// expect: divergence
//--local_size=128 --num_groups=4
// Each half waits at the barrier that the other comes to later.
__global__ void named_crossed(int *out) {
  const int t = threadIdx.x;
  if (t < 64) {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    asm volatile("bar.sync 2, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 128;" ::: "memory"); /*@divergence*/
    asm volatile("bar.sync 1, 128;" ::: "memory");
  }
  out[blockIdx.x * 128 + t] = t;
}
