// expect: verified
//--local_size=256 --num_groups=16777216
// A difference of unsigned numbers wraps, and stays the thread's own.

__kernel void k(__global int *out, uint n) {
  const uint i = get_global_id(0);
  out[i - n] = get_group_id(0);
}
