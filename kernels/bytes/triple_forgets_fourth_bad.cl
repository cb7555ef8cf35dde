// expect: race
//--local_size=8 --num_groups=1
// Assigning a float3 leaves its fourth place any value, whatever was there.
typedef union {
  float3 v;
  uint b[4];
} Cell;

__kernel void triple_forgets_fourth(__global int *p, float3 f) {
  int t = get_local_id(0);
  Cell x;
  x.b[3] = 5;
  x.v = f;
  p[x.b[3] == 5 ? t : 0] = t; /*@race*/
}
