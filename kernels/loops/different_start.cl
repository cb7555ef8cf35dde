// expect: verified
//--local_size=4 --num_groups=1
// Threads start the inner loop at different numbers and go round equally often.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++)
    for (int j = l; j < l + 3; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      s[l] = j;
    }
}
