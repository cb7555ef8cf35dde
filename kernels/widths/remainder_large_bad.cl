// expect: race
//--local_size=256 --num_groups=16777216
// By 2^32 - 1: the last thread has that of the first.

__kernel void k(__global int *out) {
  out[get_global_id(0) % 4294967295ul] = get_group_id(0);
}
