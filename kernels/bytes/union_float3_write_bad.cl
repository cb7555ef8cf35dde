// expect: race
//--local_size=8 --num_groups=1
// The fourth float is padding for one view and a member of the other: the assignment writes it.
typedef union {
  float3 v;
  float a[4];
} Cell;

__kernel void union_float3_write(__global Cell *p) {
  int t = get_local_id(0);
  if (t == 0) {
    Cell c;
    c.a[3] = 3;
    p[0] = c;
  }
  if (t == 1)
    p[0].a[3] = 7;
}
