// expect: verified
//--local_size=8 --num_groups=1
// All threads store the same structure, padding and all.
typedef struct {
  int a;
  char b;
  float3 v;
} Item;

__kernel void struct_same(__global Item *p) {
  Item s;
  s.a = 1;
  s.b = 2;
  s.v = (float3)(1.0f, 2.0f, 3.0f);
  p[0] = s;
}
