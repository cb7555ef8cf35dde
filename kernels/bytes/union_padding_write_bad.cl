// expect: race
//--local_size=8 --num_groups=1
// A copy of a union writes the three bytes between c and i.
typedef struct {
  char c;
  int i;
} Item;
typedef union {
  Item s;
  uchar b[8];
} View;

__kernel void union_padding_write(__global View *p) {
  int t = get_local_id(0);
  if (t == 0) {
    View u;
    u.b[1] = 3;
    u.s.i = 5;
    p[0] = u;
  }
  if (t == 1)
    p[0].b[1] = 7;
}
