// expect: verified
//--local_size=16,4 --num_groups=2,4
// independent: no, as --local_size=4,8 --num_groups=8,2
// Tiles, one after the other.

__kernel void shape_rows_by_block(__global int *out) {
  const int tile = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  out[(tile * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)] = get_global_id(1);
}
