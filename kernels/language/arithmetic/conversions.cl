// expect: verified
//--local_size=64 --num_groups=4
// convert_ and as_ functions, scalar and vector, with rounding and saturation.

__kernel void conversions(__global const float4 *in, __global uchar4 *out, __global uint *bits) {
  const int i = get_global_id(0);
  float4 v = in[i];
  bits[i] = as_uint(v.x) ^ as_uint(convert_float_rtz(i));
  out[i] = convert_uchar4_sat(convert_int4_rte(v)) + as_uchar4((uint)i);
}
