// expect: verified
//--local_size=4 --num_groups=1
// The barrier is skipped by all threads in every other round.
kernel void k(local int *s, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 1; j++)
      if (i % 2 == n % 2) {
        s[l] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
}
