// expect: verified
//--local_size=4 --num_groups=1
// The inner loop is left by all threads at once.
kernel void k(local int *s, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 2; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (n > i)
        break;
      s[l] = j;
    }
}
