// expect: race
//--local_size=8 --num_groups=1
// Its fourth byte is padding of the first type.
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
  o[u.x[3] == 0 ? t : 0] = t; /*@race*/
}
