// expect: race
//--local_size=256 --num_groups=1
// In bytes the sum loses the carry, and the quotient an id's last bit.

__kernel void k(__global int *out) {
  const uchar i = get_local_id(0);
  out[(uchar)(i + 255) / 2] = i;
}
