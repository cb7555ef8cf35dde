// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16 (n=33)
// One of two values, by the block.

__kernel void shape_chosen_by_block(__global int *out, int n) {
  out[get_global_id(0)] = get_group_id(0) < 2 ? 4 : n;
}
