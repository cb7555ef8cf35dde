// expect: verified
//--local_size=8 --num_groups=1
// vload3 and vstore3 touch three elements; a half3 in memory has four.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void triples_half(__global half *p, __global half3 *q, __global half *r) {
  int t = get_local_id(0);
  vstore3(vload3(t, r), t, p);
  q[8] = (half)1;
  q[t] = vload3(t, r);
}
