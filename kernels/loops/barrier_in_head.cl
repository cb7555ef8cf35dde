// expect: verified
//--local_size=4 --num_groups=1
// The barrier stands in the inner loop's head.
kernel void k(local int *s, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    int j = 0;
    while (barrier(CLK_LOCAL_MEM_FENCE), j < (n + i) % 2) {
      s[l] = j;
      j++;
    }
  }
}
