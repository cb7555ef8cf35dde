// expect: race
//--local_size=256 --num_groups=16777217
// 2^32 + 256 threads: two of them have one int.

__kernel void k(__global int *out) {
  const int i = get_global_id(0);
  out[i] = get_group_id(0);
}
