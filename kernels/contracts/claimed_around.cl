// expect: verified
//--local_size=32 --num_groups=32
// What is claimed of the logs at a loop's head holds at the head of the loop inside.
kernel void k() {
  local int t[32];
  int l = get_local_id(0), g = get_group_id(0);
  t[l] = 42;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; __invariant(__no_read(t)), __invariant(__no_write(t)), j < g; j++)
    for (int i = 0; i < g; i++) {
      if (j > l)
        t[l] += 42;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  t[(l + 1) % 32] = 1;
}
