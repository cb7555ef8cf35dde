// expect: verified
//--local_size=8 --num_groups=1
// Declared in front of the loop, it keeps its value from one round to the next.
__kernel void declared_in_loop(__global int *o) {
  int t = get_local_id(0);
  int x = 1;
  for (int i = 0; i < 2; ++i) {
    if (i == 0)
      x = 0;
    else if (x == 5)
      o[0] = t;
  }
}
