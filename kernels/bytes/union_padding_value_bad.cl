// expect: race
//--local_size=8 --num_groups=1
// A byte between the members of a by-value parameter may hold anything.
typedef struct {
  char c;
  int i;
} Item;
typedef union {
  Item s;
  uchar b[8];
} View;

__kernel void union_padding_value(View u, __global int *out) {
  if (u.b[1] == 3)
    out[0] = get_local_id(0);
}
