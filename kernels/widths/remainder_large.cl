// expect: verified
//--local_size=256 --num_groups=16777216
// The remainder by 2^32 of 2^32 threads.

__kernel void k(__global int *out) {
  out[get_global_id(0) % 4294967296ul] = get_group_id(0);
}
