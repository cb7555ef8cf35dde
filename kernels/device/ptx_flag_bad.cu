// expect: race
//--local_size=32 --num_groups=2
// The load is volatile only: no atomic.

__global__ void signal(unsigned *flag, unsigned *seen) {
  unsigned v;
  if (threadIdx.x == 0)
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(blockIdx.x + 1) : "memory"); /*@race*/
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory"); /*@race*/
  seen[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
