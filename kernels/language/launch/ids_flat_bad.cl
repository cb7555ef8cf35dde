// expect: race
//--local_size=[8,8] --num_groups=[2,2]
// The second dimension of the group id is forgotten.

__kernel void ids_flat(__global int *a) {
  const int l = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const int g = get_group_id(0);
  a[g * 64 + l] = l + (int)get_group_id(1); /*@race*/
}
