// expect: race
//--local_size=64 --num_groups=16
// The factor is half a group.

__kernel void mad24_index(__global int *out) {
  const int g = get_group_id(0), l = get_local_id(0);
  out[mad24(g, 32, l)] = g; /*@race*/
}
