// expect: verified
//--local_size=256 --num_groups=1
// rhadd does not lose the carry.

__kernel void k(__global int *out) {
  const uchar i = get_local_id(0);
  out[2 * hadd(i, (uchar)255) + (i & 1)] = i;
}
