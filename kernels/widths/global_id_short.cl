// expect: verified
//--local_size=256 --num_groups=256
// 65536 threads have 65536 different shorts.

__kernel void k(__global int *out) {
  const short i = get_global_id(0);
  out[i] = get_group_id(0);
}
