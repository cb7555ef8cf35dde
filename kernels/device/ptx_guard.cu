// expect: verified
//--local_size=64 --num_groups=4
// A store under a predicate: each thread its own place, and only the even ones their neighbour's.

__global__ void guarded(int *p) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{\n\t"
               ".reg .pred even;\n\t"
               ".reg .u32 bit;\n\t"
               "and.b32 bit, %1, 1; // the lowest one\n\t"
               "setp.eq.u32 even, bit, 0;\n\t"
               "@even st.global.u32 [%0], %1;\n\t"
               "@even st.global.u32 [%0+4], %1;\n\t"
               "}" ::"l"(p + i), "r"(i)
               : "memory");
}
