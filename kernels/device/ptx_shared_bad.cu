// expect: race
//--local_size=64 --num_groups=2
// A fence is no barrier.

__device__ __forceinline__ unsigned shared_address(const void *p) {
  unsigned a;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(p));
  return a;
}

__global__ void turn(int *p) {
  __shared__ int s[64];
  const unsigned i = threadIdx.x, at = shared_address(s);
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at + 4 * i), "r"(p[64 * blockIdx.x + i]) : "memory"); /*@race*/
  asm volatile("membar.cta;" ::: "memory");
  int v;
  asm volatile("ld.shared.s32 %0, [%1+-4];" : "=r"(v) : "r"(at + (64 - i) * 4)); /*@race*/
  p[64 * blockIdx.x + i] = v;
}
