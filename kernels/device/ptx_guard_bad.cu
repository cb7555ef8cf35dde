// expect: race
//--local_size=64 --num_groups=4
// The second store by the odd ones as well.

__global__ void guarded(int *p) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("{\n\t" /*@race*/
               ".reg .pred even;\n\t"
               ".reg .u32 bit;\n\t"
               "and.b32 bit, %1, 1; // the lowest one\n\t"
               "setp.eq.u32 even, bit, 0;\n\t"
               "@even st.global.u32 [%0], %1;\n\t"
               "st.global.u32 [%0+4], %1;\n\t"
               "}" ::"l"(p + i), "r"(i)
               : "memory");
}
