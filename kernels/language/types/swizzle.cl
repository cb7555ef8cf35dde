// expect: verified
//--local_size=64 --num_groups=4
// Swizzles and vector literals in registers; each thread stores two halves of its own int8.

__kernel void swizzle(__global int8 *in, __global int4 *out) {
  const int i = get_global_id(0);
  int8 v = in[i];
  int4 low = v.lo;
  low.s02 = v.s46;
  int4 odd = v.odd;
  out[2 * i] = low.wzyx;
  out[2 * i + 1] = (int4)(odd.xy, low.zw);
}
