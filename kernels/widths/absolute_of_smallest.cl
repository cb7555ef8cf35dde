// expect: verified
//--local_size=64 --num_groups=1
// From the smallest int upwards; abs gives unsigned numbers.

__kernel void k(__global int *out) {
  const int i = (int)get_local_id(0) | 0x80000000;
  out[abs(i)] = i;
}
