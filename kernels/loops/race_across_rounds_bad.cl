// expect: race
//--local_size=4 --num_groups=1
// Nested loops: the last write of one round and the first read of the next, with no barrier between.
kernel void k(local int *s, global int *o) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      s[l] = j;
      barrier(CLK_LOCAL_MEM_FENCE);
      o[l] += s[l ^ 1];
    }
  }
}
