// expect: race
//--local_size=8 --num_groups=1
// Padding was stored, and is read back: it may be another byte for each thread.
typedef struct {
  int a;
  char c;
} Item;

__kernel void padding_read_back(__global Item *p, __global int *o) {
  int t = get_local_id(0);
  Item s;
  s.a = 1;
  s.c = 2;
  p[t] = s;
  if (((__global uchar *)&p[t])[5] == t)
    o[0] = t; /*@race*/
}
