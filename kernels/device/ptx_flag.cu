// expect: verified
//--local_size=32 --num_groups=2
// Flags that are stored and loaded as atomics of the whole device.

__global__ void signal(unsigned *flag, unsigned *seen) {
  unsigned v;
  if (threadIdx.x == 0)
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(blockIdx.x + 1) : "memory");
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  seen[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
