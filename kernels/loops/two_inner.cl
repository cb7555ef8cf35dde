// expect: verified
//--local_size=4 --num_groups=1
// Two inner loops one after the other.
kernel void k(local int *s, int n) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2 + (n == i); j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = j;
    }
    for (int j = 0; j < 3 - (n == i); j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      s[3 - l] = j;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
