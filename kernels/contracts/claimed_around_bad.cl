// expect: assertion
//--local_size=32 --num_groups=32
// Twin: the barrier is passed before.
kernel void k() {
  local int t[32];
  int l = get_local_id(0), g = get_group_id(0);
  t[l] = 42;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; __invariant(__no_read(t)), __invariant(__no_write(t)), j < g; j++) /*@assert*/
    for (int i = 0; i < g; i++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (j > l)
        t[l] += 42;
    }
}
