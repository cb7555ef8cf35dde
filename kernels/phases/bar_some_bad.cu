// expect: race
//--local_size=64 --num_groups=4
// A barrier of half of the threads: the others are not ordered.
__global__ void bar_some(int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = t; /*@race*/
  if (t < 32)
    asm volatile("bar.sync 1, 32;" ::: "memory");
  out[blockIdx.x * 64 + t] = tile[t ^ 1]; /*@race*/
}
