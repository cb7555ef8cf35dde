// expect: verified
//--local_size=8 --num_groups=1
// Structures in a private array, copied from a variable place.
typedef struct {
  int a;
  char b;
} Item;

__kernel void local_structs(__global int *o, int i) {
  int t = get_local_id(0);
  Item x[2];
  x[0].a = t;
  x[0].b = 1;
  x[1].a = t;
  x[1].b = 1;
  Item y = x[i & 1];
  o[y.a] = y.b;
}
