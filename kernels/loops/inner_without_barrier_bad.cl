// expect: divergence
//--local_size=4 --num_groups=1
// An inner loop without a barrier, whose exit leads past the barrier for some.
kernel void k(local int *s, global const int *d) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    int r = l;
    while (r > 0) {
      r >>= 1;
      if (d[r] > i)
        goto next;
    }
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
  next:;
  }
}
