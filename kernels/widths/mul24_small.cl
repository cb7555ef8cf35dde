// expect: verified
//--local_size=256 --num_groups=32768
// 2^23 threads: their numbers have 24 bits, with a sign.

__kernel void k(__global int *out) {
  const int i = get_global_id(0);
  out[mul24(i, 3)] = get_group_id(0);
}
