// expect: verified
//--local_size=8 --num_groups=1
// Assigned afterwards, the fourth place keeps its value.
typedef union {
  float3 v;
  uint b[4];
} Cell;

__kernel void triple_forgets_fourth(__global int *p, float3 f) {
  int t = get_local_id(0);
  Cell x;
  x.v = f;
  x.b[3] = 5;
  p[x.b[3] == 5 ? t : 0] = t;
}
