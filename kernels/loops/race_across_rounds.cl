// expect: verified
//--local_size=4 --num_groups=1
// Nested loops, with a barrier on each side of the reads.
kernel void k(local int *s, global int *o) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      s[l] = j;
      barrier(CLK_LOCAL_MEM_FENCE);
      o[l] += s[l ^ 1];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
