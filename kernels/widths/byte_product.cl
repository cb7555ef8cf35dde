// expect: verified
//--local_size=64 --num_groups=1
// Multiples of four fit a byte.

__kernel void k(__global int *out) {
  const uchar i = get_local_id(0) * 4;
  out[i] = get_local_id(0);
}
