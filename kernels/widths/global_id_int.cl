// expect: verified
//--local_size=256 --num_groups=16777216
// 2^32 threads have 2^32 different ints.

__kernel void k(__global int *out) {
  const int i = get_global_id(0);
  out[i] = get_group_id(0);
}
