// expect: race
//--local_size=[16,16] --num_groups=[*,*]
// The pitch is the height, which is right for square launches only.

__kernel void any_width(__global int *a) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  a[y * get_global_size(1) + x] = 1 + (int)x; /*@race*/
}
