// expect: verified
//--local_size=8 --num_groups=4
// Who has not entered the inner loop has accessed nothing there; the barrier forgets what the others have.
kernel void waiting_outside(int n) {
  local int a[8];
  int t = get_local_id(0);
  for (int j = 0; __global_invariant(__no_write(a)), j < get_group_id(0); j++)
    for (int k = 0; k < n; k++) {
      if (j > t)
        for (int i = 0; i < n; i++)
          a[t] = i;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
}
