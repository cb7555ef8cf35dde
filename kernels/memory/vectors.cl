// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 16, lines 4, ideal 16
// Sixteen bytes a lane: one wide access.

__kernel void vectors(__global const float4 *a, __global float4 *out) {
  const int t = get_local_id(0);
  float4 v = 0;
  v = a[t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
