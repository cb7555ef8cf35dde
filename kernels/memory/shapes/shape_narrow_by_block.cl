// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16
// Bytes that wrap around, each for itself.

__kernel void shape_narrow_by_block(__global int *out) {
  const uchar base = get_group_id(0) * get_local_size(0) * 3, lid = get_local_id(0) * 3;
  out[get_global_id(0)] = base + lid;
}
