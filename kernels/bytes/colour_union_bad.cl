// expect: race
//--local_size=8 --num_groups=1
// The fourth byte of a pixel is no component of the uchar3, but of the other views.
typedef union {
  uchar3 v;
  uchar b[4];
  uint u;
} Colour;

__kernel void colour_union(__global Colour *c, __global int *p) {
  int t = get_local_id(0);
  Colour x = c[t];
  if (x.b[3] > 200)
    p[0] = t; /*@race*/
}
