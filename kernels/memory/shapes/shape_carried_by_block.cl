// expect: verified
//--local_size=64 --num_groups=4
// independent: no, as --local_size=16 --num_groups=16 (n=6)
// A place that moves by the block.

__kernel void shape_carried_by_block(__global int *out, int n) {
  int at = get_local_id(0);
  for (int k = 0; k < n; ++k)
    at += get_local_size(0) == 64 ? 256 : 512;
  out[at + get_group_id(0) * get_local_size(0)] = 1;
}
