// expect: verified
//--local_size=[16,4] --num_groups=[4,4]
// Two-dimensional ids of a launch that is not square.

__kernel void ids_2d(__global int *a) {
  const int x = get_global_id(0), y = get_global_id(1);
  a[y * 64 + x] = get_local_id(0) * get_group_id(1);
}
