// expect: verified
//--local_size=[8,8] --num_groups=[2,2]
// A flat local id from two dimensions, and a flat group id.

__kernel void ids_flat(__global int *a) {
  const int l = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const int g = get_group_id(1) * get_num_groups(0) + get_group_id(0);
  a[g * 64 + l] = l;
}
