// expect: verified
//--local_size=64 --num_groups=4
// A loop made of a label and a goto.

__kernel void goto_loop(__global int *a, int n) {
  int i = get_global_id(0);
again:
  if (i < n) {
    a[i] = i;
    i += get_global_size(0);
    goto again;
  }
}
