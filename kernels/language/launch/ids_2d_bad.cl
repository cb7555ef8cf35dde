// expect: race
//--local_size=[16,4] --num_groups=[4,4]
// Width and height are confused.

__kernel void ids_2d(__global int *a) {
  const int x = get_global_id(0), y = get_global_id(1);
  a[y * 16 + x] = x; /*@race*/
}
