// expect: race
//--local_size=8 --num_groups=1
// memcpy out of a structure writes the bytes that no member names.
typedef struct {
  char c;
  int i;
} Item;

__kernel void memcpy_of_struct(__global char *p) {
  int t = get_local_id(0);
  if (t == 0) {
    Item s;
    s.c = 1;
    s.i = 2;
    __builtin_memcpy(p, &s, sizeof(Item));
  }
  if (t == 1)
    p[1] = 9;
}
