// expect: verified
//--local_size=8 --num_groups=1
// The alternatives of a union are views of the same bytes.
typedef struct {
  int tag;
  union {
    struct {
      char c;
      int i;
    } a;
    struct {
      short x, y, z;
    } b;
  } u;
} Variant;

__kernel void byval_union(Variant s, __global int *p) {
  int t = get_local_id(0);
  if ((s.u.b.x & 255) != (uchar)s.u.a.c || (ushort)s.u.b.z != (s.u.a.i & 0xffff))
    p[0] = t;
  p[t] = s.u.b.y;
}
