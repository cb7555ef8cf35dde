// expect: verified
//--local_size=4 --num_groups=1
// An inner loop that threads leave at different times, and no barrier in it.
kernel void k(local int *s, global const int *d) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    int r = l;
    while (r > 0) {
      r >>= 1;
      if (d[r] > i)
        break;
    }
    s[l] = r;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
