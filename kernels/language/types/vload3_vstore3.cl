// expect: verified
//--local_size=32 --num_groups=8
// vload3 and vstore3 touch exactly three elements, so rows of three are disjoint.

__kernel void vload3_vstore3(__global const float *in, __global float *out) {
  const int i = get_global_id(0);
  float3 v = vload3(i, in);
  vstore3(v.zyx, i, out);
}
