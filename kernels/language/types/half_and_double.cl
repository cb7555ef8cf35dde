// expect: verified
//--local_size=64 --num_groups=4
// Doubles, and halves in memory through vload_half and vstore_half.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void half_and_double(__global half *h, __global double *d) {
  const size_t i = get_global_id(0);
  float v = vload_half(i, h);
  d[i] = d[i] * (double)v;
  vstore_half(v + 1.0f, i, h);
}
