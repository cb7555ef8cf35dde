// expect: verified
//--local_size=256 --num_groups=4194304
// 2^30 threads times four just fit 32 bits.

__kernel void k(__global int *out) {
  const uint i = get_global_id(0);
  out[i * 4u] = get_group_id(0);
}
