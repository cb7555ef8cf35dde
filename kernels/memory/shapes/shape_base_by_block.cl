// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16
// The same cells, in another order.

__kernel void shape_base_by_block(__global int *out) {
  const int first = get_group_id(0);
  __global int *mine = out + first;
  mine[get_local_id(0) * get_num_groups(0)] = get_global_id(0);
}
