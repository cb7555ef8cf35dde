// expect: verified
//--local_size=16,4 --num_groups=2,4
// independent: no, as --local_size=4,8 --num_groups=8,2
// The linear id of the block.

__kernel void shape_linear_by_block(__global int *out) {
  out[get_global_linear_id()] = get_local_linear_id();
}
