// expect: verified
//--local_size=8 --num_groups=1
// A structure read through a pointer to another type.
typedef struct {
  short a;
  char b;
} Item;
typedef struct {
  uchar x[4];
} Bytes;

__kernel void other_type(__global int *o) {
  int t = get_local_id(0);
  Item s;
  s.a = 0x0201;
  s.b = 3;
  Bytes u = *(Bytes *)&s;
  o[u.x[0] == 1 && u.x[1] == 2 && u.x[2] == 3 ? t : 0] = t;
}
