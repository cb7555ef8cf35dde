// expect: race
//--local_size=8 --num_groups=1
// A member that nobody has given a value may differ.
typedef struct {
  int a;
  char b;
  float3 v;
} Item;

__kernel void struct_same(__global Item *p) {
  Item s;
  s.a = 1;
  s.b = 2;
  p[0] = s; /*@race*/
}
