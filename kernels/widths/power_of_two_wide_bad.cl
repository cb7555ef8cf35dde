// expect: race
//--local_size=64 --num_groups=1
// OpenCL takes the amount modulo 32: threads 0 and 32 have one bit.

__kernel void k(__global char *out) {
  out[1u << get_local_id(0)] = get_local_id(0);
}
