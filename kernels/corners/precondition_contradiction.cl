// expect: error
//--local_size=* --num_groups=*
// No launch has fewer than one group: nothing is claimed of such a kernel, least of all that it is right.
__kernel void nothing(__global int *a) {
  __requires(get_num_groups(0) < 1);
  a[0] = get_local_id(0);
}
