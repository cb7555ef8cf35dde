// expect: race
//--local_size=8 --num_groups=1
// As colour_union, without a view that covers the fourth byte with a number.
typedef union {
  uchar3 v;
  uchar b[4];
} Colour;

__kernel void triple_union(__global Colour *c, __global int *p) {
  int t = get_local_id(0);
  Colour x = c[t];
  if (x.b[3] > 200)
    p[0] = t; /*@race*/
}
