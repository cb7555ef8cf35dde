// expect: verified
//--local_size=64 --num_groups=1
// A bit of 64 for each thread.

__kernel void k(__global char *out) {
  out[1ul << get_local_id(0)] = get_local_id(0);
}
