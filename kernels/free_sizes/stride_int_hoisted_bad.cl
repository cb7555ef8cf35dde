// expect: race
//--local_size=* --num_groups=*
// The stride is one group: the groups go over each other's elements.
__kernel void scale(__global float *d, float s, int n) {
  const int stride = get_local_size(0);
  for (int i = get_global_id(0); i < n; i += stride)
    d[i] *= s; /*@race*/
}
