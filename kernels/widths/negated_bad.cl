// expect: race
//--local_size=256 --num_groups=16777217
// Unsigned numbers below zero come round as well.

__kernel void k(__global int *out) {
  const uint i = get_global_id(0);
  out[-i] = get_group_id(0);
}
