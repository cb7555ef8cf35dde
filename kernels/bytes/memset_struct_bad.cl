// expect: race
//--local_size=8 --num_groups=1
// memset ends in front of the padding.
typedef struct {
  char c;
  int i;
  short s[3];
} Item;

__kernel void memset_struct(__global Item *p, __global int *o) {
  int t = get_local_id(0);
  Item s;
  __builtin_memset(&s, 0, 14);
  s.c = 1;
  o[((uchar *)&s)[14] == 0 ? t : 0] = t; /*@race*/
  p[t] = s;
}
