// expect: assertion
//--local_size=64 --num_groups=4
// A thread that waits has gone round the loop as often as it wanted, and not less.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0;
       __global_invariant(__implies(!__enabled(), i < 3)), /*@assert*/
       i < l; ++i) {
    ;
  }
}
