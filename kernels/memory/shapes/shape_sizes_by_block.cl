// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16
// The number of threads of two blocks.

__kernel void shape_sizes_by_block(__global int *out) {
  out[get_global_id(0)] = get_local_size(0) + get_local_size(0);
}
