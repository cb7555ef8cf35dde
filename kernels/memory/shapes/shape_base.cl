// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16
// A block's first cell, and on from there.

__kernel void shape_base(__global int *out) {
  const int base = get_group_id(0) * get_local_size(0);
  __global int *mine = out + base;
  mine[get_local_id(0)] = base + get_local_id(0);
}
