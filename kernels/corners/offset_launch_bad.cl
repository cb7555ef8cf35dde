// expect: assertion
//--local_size=64 --num_groups=4 --global_offset=100
// The offset is not part of the group's number.

__kernel void offset_launch(__global int *a) {
  const int i = get_global_id(0);
  __assert(get_group_id(0) * 64 + get_local_id(0) == i); /*@assert*/
  a[i] = i;
}
