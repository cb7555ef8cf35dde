// expect: divergence
//--local_size=4 --num_groups=1
// Two inner loops one after the other: a thread that leaves the first early meets the others' barrier nowhere.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2 + (l == i); j++)
      barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 3 - (l == i); j++)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
}
