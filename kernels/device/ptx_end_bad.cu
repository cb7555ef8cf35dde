// expect: race
//--local_size=64 --num_groups=4
// A place that is read off the clock.

__global__ void leave(int *p, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{ .reg .pred q; setp.hs.u32 q, %0, %1; @q exit; }" ::"r"(i), "r"(n));
  if (i >= n)
    asm volatile("trap;");
  unsigned long long t;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
  p[t % 1024] = i; /*@race*/
}
