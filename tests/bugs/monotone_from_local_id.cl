// expect: verified
//--local_size=2 --num_groups=1
// Internal error: where a variable that never falls starts, was written with a variable that the run does not carry.

__kernel void k(__local uint *s) {
  int lid = get_local_id(0);
  long at = lid;
  for (uint i = 0; i < 2; i++) {
    s[at] = 3;
    if ((ushort)get_local_size(0) == 3)
      at = at + 6;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
