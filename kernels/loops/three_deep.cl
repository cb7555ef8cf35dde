// expect: verified
//--local_size=4 --num_groups=1
// Three loops around a barrier, left early by all threads at once.
kernel void k(local int *s, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      for (int m = 0; m < 2; m++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        s[l] = m;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (s[(l + j) % 4] > n)
          s[3 - l + 4] = 0;
        if (j == n)
          break;
      }
      if (i > n)
        break;
    }
}
