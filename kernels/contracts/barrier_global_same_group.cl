// expect: verified
//--local_size=64 --num_groups=4
// For two threads of one group it does.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  b[g] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(__implies(__same_group, __no_write(b)));
}
