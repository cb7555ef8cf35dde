// expect: race
//--local_size=* --num_groups=*
// The stride is the number of groups.
__kernel void scale(__global float *d, float s, int n) {
  for (int i = get_group_id(0) * get_local_size(0) + get_local_id(0); i < n; i += get_num_groups(0))
    d[i] *= s; /*@race*/
}
