// expect: verified
//--local_size=4 --num_groups=1
// The inner loop is gone round as often by every thread.
kernel void k(local int *s, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < 2; i++) {
    int rounds = i == 0 ? 1 + n % 2 : 2 - n % 2;
    for (int j = 0; j < rounds; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = j;
    }
  }
}
