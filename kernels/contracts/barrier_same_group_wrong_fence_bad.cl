// expect: assertion
//--local_size=64 --num_groups=4
// __same_group says nothing where the barrier does not fence the array.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  b[g] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  __assert(__implies(__same_group, __no_write(b))); /*@assert*/
}
