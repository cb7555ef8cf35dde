// expect: race
//--local_size=8 --num_groups=1
// The byte between the inner members, found by the outer view.
typedef union {
  struct {
    char c;
    union {
      short s;
      char d[2];
    } u;
  } a;
  uchar raw[4];
  uint w;
} Word;

__kernel void nested_union(__global Word *p, __global int *o) {
  int t = get_local_id(0);
  Word x = p[t];
  if (x.raw[1] == 7)
    o[0] = t; /*@race*/
}
