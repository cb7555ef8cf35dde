// expect: race
//--local_size=256 --num_groups=16777217
// More threads than differences.

__kernel void k(__global int *out, uint n) {
  const uint i = get_global_id(0);
  out[i - n] = get_group_id(0);
}
