// expect: verified
//--local_size=4 --num_groups=1
// The inner loop's bound is written with the thread's id and is the same for all.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2 + l / 4; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = j;
    }
}
