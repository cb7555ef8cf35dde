// expect: race
//--local_size=64 --num_groups=4
// The same with the wrong stride.

__kernel void goto_loop(__global int *a, int n) {
  const int g = get_global_id(0);
  int i = g;
again:
  if (i < n) {
    a[i] = g; /*@race*/
    i += get_local_size(0);
    goto again;
  }
}
