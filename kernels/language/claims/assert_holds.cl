// expect: verified
//--local_size=64 --num_groups=4
// Assertions about ids and arithmetic.

__kernel void assert_holds(__global int *out, int k) {
  const int i = get_global_id(0);
  __assert(i >= 0 && i < 256);
  __assert(get_local_id(0) + 64 * get_group_id(0) == i);
  const int m = k & 7;
  __assert(0 <= m && m <= 7);
  __assert(__implies(i > 5, 2 * i > 10));
  out[i] = m;
}
