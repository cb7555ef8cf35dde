// expect: verified
//--local_size=64 --num_groups=4
// Inline assembly that stores to memory.

__global__ void inline_assembly(int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.u32 [%0], %1;" ::"l"(out + i), "r"(i) : "memory");
}
