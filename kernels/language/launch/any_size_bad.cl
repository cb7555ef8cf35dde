// expect: race
//--local_size=* --num_groups=*
// Written for groups of 64.

__kernel void any_size(__global int *a) {
  const size_t i = get_group_id(0) * 64 + get_local_id(0);
  a[i] = a[i] + 1; /*@race*/
}
