// expect: race
//--local_size=[8,4,2] --num_groups=[2,3,4]
// The middle extent is taken for the local one.

__kernel void ids_3d(__global int *a) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  a[(z * 8 + y) * 16 + x] = y; /*@race*/
}
