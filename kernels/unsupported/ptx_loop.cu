// expect: unsupported
//--local_size=64 --num_groups=1
// Jumps within assembly.

__global__ void wait(unsigned *flag) {
  asm volatile("{ .reg .pred p; .reg .u32 v;\n" /*@unsupported*/
               "again: ld.acquire.gpu.u32 v, [%0];\n"
               "setp.eq.u32 p, v, 0;\n"
               "@p bra again; }" ::"l"(flag)
               : "memory");
}
