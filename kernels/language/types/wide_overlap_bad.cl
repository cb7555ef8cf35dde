// expect: race
//--local_size=64 --num_groups=4
// Two threads write the same long.

__kernel void wide_overlap(__global int *a) {
  const int i = get_global_id(0);
  *(__global long *)(a + 2 * (i / 2)) = i; /*@race*/
}
