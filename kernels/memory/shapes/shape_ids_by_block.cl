// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16
// The block's size is written as a number.

__kernel void shape_ids_by_block(__global int *out) {
  out[get_group_id(0) * 64 + get_local_id(0)] = 1 + get_global_id(0);
}
