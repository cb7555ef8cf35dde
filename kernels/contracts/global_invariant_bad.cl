// expect: assertion
//--local_size=64 --num_groups=4
// Twin of the kernel of that name: the annotation is false.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0;
       __global_invariant(i < l), /*@assert*/
       i < l; ++i) {
    ;
  }
}
