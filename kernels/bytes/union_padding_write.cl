// expect: verified
//--local_size=8 --num_groups=1
// Every thread copies a union of its own; what it wrote through one view it reads through the other.
typedef struct {
  char c;
  int i;
} Item;
typedef union {
  Item s;
  uchar b[8];
} View;

__kernel void union_padding_write(__global View *p, __global int *out) {
  int t = get_local_id(0);
  View u;
  u.b[1] = 3;
  u.s.i = 0x01020304;
  p[t] = u;
  out[u.b[1] == 3 && u.b[4] == 4 && u.b[7] == 1 ? t : 0] = t;
}
