// expect: race
//--local_size=256 --num_groups=4194305
// One group more, and the product wraps round.

__kernel void k(__global int *out) {
  const uint i = get_global_id(0);
  out[i * 4u] = get_group_id(0);
}
