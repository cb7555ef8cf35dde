// expect: verified
//--local_size=8 --num_groups=1
// A member was stored, and is read back.
typedef struct {
  int a;
  char c;
} Item;

__kernel void padding_read_back(__global Item *p, __global int *o) {
  int t = get_local_id(0);
  Item s;
  s.a = 1;
  s.c = 2;
  ((uchar *)&s)[5] = 8;
  if (((uchar *)&s)[5] == t)
    o[0] = t;
  p[t] = s;
}
