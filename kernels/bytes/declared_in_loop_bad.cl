// expect: race
//--local_size=8 --num_groups=1
// A variable is indeterminate each time its declaration is reached.
__kernel void declared_in_loop(__global int *o) {
  int t = get_local_id(0);
  for (int i = 0; i < 2; ++i) {
    int x;
    if (i == 0)
      x = 0;
    else if (x == 5)
      o[0] = t; /*@race*/
  }
}
