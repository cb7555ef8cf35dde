// expect: divergence
//--local_size=4 --num_groups=1
// The threads leave the inner loop by flags of their own.
kernel void k(local int *s, global const int *d) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    bool go = true;
    while (go) {
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = d[i + l];
      barrier(CLK_LOCAL_MEM_FENCE);
      go = s[l] == 1 && i < 2;
    }
  }
}
