// expect: race
//--local_size=8 --num_groups=1
// The twin of plain_inline.cl: the inline function halves the index.

inline int place(int x) {
  return x / 2;
}

__kernel void plain_inline_bad(__global int *p) {
  p[place(get_local_id(0))] = get_local_id(0); /*@race*/
}
