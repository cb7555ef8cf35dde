// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 16, lines 4, ideal 16
// Four elements at a time.

__kernel void one_vector(__global const float4 *a, __global float *out) {
  const int t = get_local_id(0);
  const float4 v = a[t]; /*@repaired vector a*/
  out[t] = v.x + v.y + v.z + v.w;
}
