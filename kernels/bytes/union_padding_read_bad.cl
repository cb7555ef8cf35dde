// expect: race
//--local_size=8 --num_groups=1
// A copy of a union reads the three bytes between c and i.
typedef struct {
  char c;
  int i;
} Item;
typedef union {
  Item s;
  uchar b[8];
} View;

__kernel void union_padding_read(__global View *p, __global int *out) {
  int t = get_local_id(0);
  if (t == 0) {
    View u = p[0];
    out[0] = u.b[1];
  }
  if (t == 1)
    p[0].b[1] = 7;
}
