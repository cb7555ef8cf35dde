// expect: verified
//--local_size=8 --num_groups=1
// Unions in a private array, at a variable place.
typedef union {
  uint f;
  uchar b[4];
} Word;

__kernel void array_of_unions(__global int *o, int i) {
  int t = get_local_id(0);
  Word a[4];
  a[i & 3].f = 0;
  a[i & 3].b[2] = t;
  o[a[i & 3].f >> 16] = t;
}
