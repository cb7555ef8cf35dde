// expect: verified
//--local_size=8 --num_groups=1
// A part of a structure, to an odd place.
typedef struct {
  char c;
  int i;
} Item;

__kernel void memcpy_of_struct(__global char *p) {
  int t = get_local_id(0);
  Item s;
  s.c = 1;
  s.i = t;
  __builtin_memcpy(p + 7 * t + 1, (char *)&s + 1, 7);
}
