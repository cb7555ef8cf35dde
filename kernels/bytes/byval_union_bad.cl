// expect: race
//--local_size=8 --num_groups=1
// One alternative of a by-value union has a member where the other has padding.
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
  if (s.u.b.y == 3)
    p[0] = get_local_id(0); /*@race*/
}
