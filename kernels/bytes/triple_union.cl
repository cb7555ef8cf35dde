// expect: verified
//--local_size=8 --num_groups=1
// A vector of three components leaves the fourth place any value, and the first three theirs.
typedef union {
  uchar3 v;
  uchar b[4];
} Colour;

__kernel void triple_union(__global int *p) {
  int t = get_local_id(0);
  Colour x;
  x.v = (uchar3)(1, 2, 3);
  p[x.b[0] == 1 && x.b[1] == 2 && x.b[2] == 3 ? t : 0] = t;
}
