// expect: verified
//--local_size=8 --num_groups=1
// Whatever the fourth byte is, setting it through the word sets it for the bytes.
typedef union {
  uchar3 v;
  uchar b[4];
  uint u;
} Colour;

__kernel void colour_union(__global Colour *c, __global int *p) {
  int t = get_local_id(0);
  Colour x = c[t];
  x.u = (x.u & 0xffffff) | 0x80000000u;
  if (x.b[3] > 200)
    p[0] = t;
  c[t] = x;
}
