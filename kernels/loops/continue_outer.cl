// expect: verified
//--local_size=4 --num_groups=1
// All threads continue the outer loop from within the inner one.
kernel void k(local int *s, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (j + i == n)
        goto next;
    }
    s[l] = i;
  next:;
  }
}
