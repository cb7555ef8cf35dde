// expect: divergence
//--local_size=128 --num_groups=4
// The second warp of a half goes round more often than the first.
__global__ void named_rounds(int *out) {
  const int t = threadIdx.x;
  if (t < 64)
    for (int i = 0; i <= t / 32; ++i)
      asm volatile("bar.sync 1, 64;" ::: "memory"); /*@divergence*/
  out[blockIdx.x * 128 + t] = t;
}
