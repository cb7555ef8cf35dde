// expect: race
//--local_size=8 --num_groups=1
// One shift too many: the numbers of two rows lie in one.
__kernel void leading_zeros(__global int *a) {
  const uint t = get_local_id(0) + 1;
  const uint power = 1u << (31 - clz(t)) >> 1;
  a[power + (t & power)] = t; /*@race*/
}
