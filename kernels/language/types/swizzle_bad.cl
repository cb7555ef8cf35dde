// expect: race
//--local_size=64 --num_groups=4
// The halves go to i and i + 1: thread i's second half is thread i + 1's first.

__kernel void swizzle(__global int8 *in, __global int4 *out) {
  const int i = get_global_id(0);
  int8 v = in[i];
  out[i] = v.lo.wzyx; /*@race*/
  out[i + 1] = v.hi + i; /*@race*/
}
