// expect: race
//--local_size=[16,16] --num_groups=[4,4]
// Without it the pitch may be shorter than a row.

__kernel void requires_equal(__global int *a, int pitch) {
  const int x = get_global_id(0), y = get_global_id(1);
  a[y * pitch + x] = x; /*@race*/
}
