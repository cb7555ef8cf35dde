// expect: verified
//--local_size=8 --num_groups=1
// A plain inline function, and one that is declared before it is defined.

inline int later(int x);

inline int next(int x) {
  return x + 1;
}

__kernel void plain_inline(__global int *p) {
  p[get_local_id(0)] = next(later(3));
}

inline int later(int x) {
  return x * 2;
}
