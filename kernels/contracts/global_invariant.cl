// expect: verified
//--local_size=64 --num_groups=4
// A thread that has left the loop waits for the others: it is spoken of as well.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0;
       __global_invariant(__implies(!__enabled(), i >= l)), __invariant(i <= l),
       i < l; ++i) {
    ;
  }
}
