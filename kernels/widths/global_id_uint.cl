// expect: verified
//--local_size=256 --num_groups=16777216
// 2^32 threads have 2^32 different unsigned numbers.

__kernel void k(__global int *out) {
  const uint i = get_global_id(0);
  out[i] = get_group_id(0);
}
