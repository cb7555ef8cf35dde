// expect: race
//--local_size=8 --num_groups=1
// The byte beside the one that was written.
typedef union {
  uint f;
  uchar b[4];
} Word;

__kernel void array_of_unions(__global int *o, int i) {
  int t = get_local_id(0);
  Word a[4];
  a[i & 3].f = 0;
  a[i & 3].b[2] = t;
  o[(a[i & 3].f >> 8) & 255] = t; /*@race*/
}
