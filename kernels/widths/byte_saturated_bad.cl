// expect: race
//--local_size=64 --num_groups=1
// The last threads all end at 255.

__kernel void k(__global int *out) {
  const uchar i = get_local_id(0);
  out[add_sat(i, (uchar)200)] = i;
}
