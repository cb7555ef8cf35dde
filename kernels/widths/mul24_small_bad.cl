// expect: race
//--local_size=256 --num_groups=65537
// More bits than mul24 looks at: what it makes of them is any number.

__kernel void k(__global int *out) {
  const int i = get_global_id(0);
  out[mul24(i, 3)] = get_group_id(0);
}
