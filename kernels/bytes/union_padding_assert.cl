// expect: verified
//--local_size=8 --num_groups=1
// What was written between the members is found there by the other view.
typedef struct {
  char c;
  int i;
} Item;
typedef union {
  Item s;
  uchar b[8];
} View;

__kernel void union_padding_assert(__global View *p, __global int *out) {
  int t = get_local_id(0);
  View u = p[0];
  u.b[1] = t;
  __assert(u.b[1] < 8);
  out[t] = u.s.c;
}
