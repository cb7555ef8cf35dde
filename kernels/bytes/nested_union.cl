// expect: verified
//--local_size=8 --num_groups=1
// Five views of four bytes.
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

__kernel void nested_union(__global int *o) {
  int t = get_local_id(0);
  Word x;
  x.w = 0x01020304u;
  if (x.raw[0] == 4 && x.raw[1] == 3 && x.a.u.d[0] == 2 && x.a.u.s == 0x0102 && x.a.c == 4)
    o[t] = 1;
  else
    o[0] = t;
}
