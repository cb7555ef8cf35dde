// expect: verified
//--local_size=2 --num_groups=1 --pointer-bits=32
// As closed_form_that_wraps.cl; all threads write one value.

__kernel void k(__global ushort *a) {
  for (uint i = 1; i != 2; i = i + 2) {
    a[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  }
}
