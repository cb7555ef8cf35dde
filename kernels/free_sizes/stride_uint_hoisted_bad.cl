// expect: race
//--local_size=* --num_groups=*
// The stride is the number of groups.
__kernel void scale(__global float *d, float s, uint n) {
  const uint stride = get_num_groups(0);
  for (uint i = get_global_id(0); i < n; i += stride)
    d[i] *= s; /*@race*/
}
