// expect: race
//--local_size=64 --num_groups=1
// Numbers below zero are cut to eight bits, where the others are as well.

__kernel void k(__global int *out) {
  const uint i = (uint)get_local_id(0) * 8u - 32u;
  out[(uchar)i] = get_local_id(0);
}
