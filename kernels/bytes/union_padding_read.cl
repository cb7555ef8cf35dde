// expect: verified
//--local_size=8 --num_groups=1
// Members read one by one leave the padding between them to others.
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
  if (t == 0)
    out[0] = p[0].s.c + p[0].s.i;
  if (t == 1)
    p[0].b[1] = 7;
}
