// expect: assertion
//--local_size=64 --num_groups=4
// A barrier of the group empties no log of global memory for threads of different groups.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  b[g] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(__no_write(b)); /*@assert*/
}
