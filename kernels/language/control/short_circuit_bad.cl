// expect: race
//--local_size=64 --num_groups=4
// An || where && was meant lets two threads write the border.

__kernel void short_circuit(__global int *border) {
  const int x = get_local_id(0);
  const int g = get_group_id(0);
  if (x == 63 || g == 0)
    border[g] = x; /*@race*/
}
