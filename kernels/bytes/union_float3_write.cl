// expect: verified
//--local_size=8 --num_groups=1
// Through the float3's components three floats are written, the fourth is another thread's.
typedef union {
  float3 v;
  float a[4];
} Cell;

__kernel void union_float3_write(__global Cell *p) {
  int t = get_local_id(0);
  if (t == 0) {
    p[0].a[0] = 3;
    p[0].a[1] = 4;
    p[0].a[2] = 5;
  }
  if (t == 1)
    p[0].a[3] = 7;
}
