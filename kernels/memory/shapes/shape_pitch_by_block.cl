// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16 (w=3)
// The same, of another pitch inside the block.

__kernel void shape_pitch_by_block(__global int *out, int w) {
  const int base = get_group_id(0) * get_local_size(0) * 4, lid = get_local_id(0) * w;
  out[base + lid] = 5;
}
