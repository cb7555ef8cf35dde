// expect: verified
// today: race (false alarm: values of different widths count as different)
//--local_size=64 --num_groups=1
// An int of zero and its bytes of zero.

__kernel void mixed(__global int *a) {
  const int lid = get_local_id(0);
  if (lid == 0)
    a[0] = 0;
  if (lid >= 4 && lid < 8)
    ((__global char *)a)[lid - 4] = 0;
}
