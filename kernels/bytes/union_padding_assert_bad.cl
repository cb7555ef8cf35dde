// expect: assertion
//--local_size=8 --num_groups=1
// What a copy found between the members is any byte.
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
  __assert(u.b[1] < 5); /*@assert*/
  out[t] = u.s.c;
}
