// expect: race
//--local_size=64 --num_groups=4
// All threads come, but half of them are enough.
__global__ void bar_few(int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = t; /*@race*/
  asm volatile("bar.sync 1, 32;" ::: "memory");
  out[blockIdx.x * 64 + t] = tile[63 - t]; /*@race*/
}
