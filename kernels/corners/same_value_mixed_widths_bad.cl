// expect: race
//--local_size=64 --num_groups=1
// An int of one has one byte of one and three of zero.

__kernel void mixed(__global int *a) {
  const int lid = get_local_id(0);
  if (lid == 0)
    a[0] = 1; /*@race*/
  if (lid >= 4 && lid < 8)
    ((__global char *)a)[lid - 4] = 1; /*@race*/
}
