// expect: race
//--local_size=64 --num_groups=4
// Reads another view of the neighbour's element.
union Bits {
  float f;
  uint u;
  uchar4 b;
};

__kernel void union_views(__global union Bits *a) {
  const int i = get_global_id(0);
  uchar4 next = a[i + 1].b; /*@race*/
  a[i].u = next.x + i; /*@race*/
}
