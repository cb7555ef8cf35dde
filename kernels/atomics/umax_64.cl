// expect: verified
//--local_size=1 --num_groups=1
// The same with 64 bits.

#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
__kernel void k(__global ulong *a) {
  atom_max(a, 7UL);
  barrier(CLK_GLOBAL_MEM_FENCE);
  const ulong v = a[0];
  __assert(v >= 7UL);
}
