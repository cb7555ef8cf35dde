// expect: race
//--local_size=* --num_groups=*
// The stride is one group: the groups go over each other's elements.
__kernel void scale(__global float *d, float s, int n) {
  for (size_t i = get_global_id(0); i < n; i += get_local_size(0))
    d[i] *= s; /*@race*/
}
