// expect: verified
//--local_size=4 --num_groups=1
// All threads leave the inner loop by a flag in shared memory.
kernel void k(local int *s, global const int *d) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    bool go = true;
    while (go) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 0)
        s[0] = d[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      go = s[0] > 0;
    }
  }
}
