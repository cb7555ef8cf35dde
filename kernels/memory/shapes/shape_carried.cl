// expect: verified
//--local_size=64 --num_groups=4
// independent: yes, as --local_size=16 --num_groups=16 (n=6)
// A place that moves, and the block's share of it.

__kernel void shape_carried(__global int *out, int n) {
  int at = get_local_id(0);
  for (int k = 0; k < n; ++k)
    at += 256;
  out[at + get_group_id(0) * get_local_size(0)] = 1;
}
