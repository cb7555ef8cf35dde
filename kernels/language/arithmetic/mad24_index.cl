// expect: verified
//--local_size=64 --num_groups=16
// mad24 and mul24 on values of 24 bits.

__kernel void mad24_index(__global int *out) {
  const int g = get_group_id(0), l = get_local_id(0);
  out[2 * mad24(g, 64, l)] = mul24(g, l);
  out[2 * (mul24(g, 64) + l) + 1] = g;
}
