// expect: verified
//--local_size=8 --num_groups=1
// Three bytes from an odd place, the fourth set.
__kernel void memcpy_three_bytes(__global uchar *p, __global int *o) {
  int t = get_local_id(0);
  uint v;
  __builtin_memcpy(&v, p + 7 * t + 1, 3);
  ((uchar *)&v)[3] = 0;
  o[v < 0x1000000u ? t : 0] = t;
}
