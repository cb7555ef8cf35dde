// expect: assertion
//--local_size=2 --num_groups=2
// The other group passes its second barrier, and writes, while this one is between its two.

kernel void k(global int *a, global int *out) {
  int t = get_local_id(0), g = get_group_id(0);
  a[2 * g + t] = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assume(g != 0 || a[2 + t] == 0);
  for (int i = 0; i < 100 * (1 - g); ++i)
    out[t] = i;
  __assert(g != 0 || a[2 + t] == 0); /*@assert*/
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[2 * g + 1 - t] = 1;
}
