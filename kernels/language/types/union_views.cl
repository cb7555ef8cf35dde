// expect: verified
//--local_size=64 --num_groups=4
// A union in private memory reinterprets bits; a union in global memory is one place a thread.
union Bits {
  float f;
  uint u;
  uchar4 b;
};

__kernel void union_views(__global union Bits *a) {
  const int i = get_global_id(0);
  union Bits mine;
  mine.f = a[i].f;
  mine.u ^= 0x80000000u;
  a[i].b = mine.b.wzyx;
}
