// expect: race
//--local_size=64 --num_groups=4
// Inline assembly that stores to memory, the neighbour's place as well: two words.

__global__ void inline_assembly(int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("st.global.v2.u32 [%0], {%1, %1};" ::"l"(out + i), "r"(i) : "memory"); /*@race*/
}
