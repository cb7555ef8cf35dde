// expect: divergence
//--local_size=64 --num_groups=4
// Half of the threads come to a barrier of all.
__global__ void bar_sync(int *out) {
  const int t = threadIdx.x;
  if (t < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory"); /*@divergence*/
  out[blockIdx.x * 64 + t] = t;
}
