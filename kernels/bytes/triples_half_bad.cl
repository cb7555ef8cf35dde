// expect: race
//--local_size=8 --num_groups=1
// A half3 stored where vstore3 belongs: four elements, three apart.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

__kernel void triples_half(__global half *p, __global half *r) {
  int t = get_local_id(0);
  *(__global half3 *)(p + 3 * t) = vload3(t, r); /*@race*/
}
