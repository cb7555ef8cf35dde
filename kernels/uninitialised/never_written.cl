// expect: verified
//--local_size=4 --num_groups=1
// The number of rounds is written before it is read.
kernel void k(local int *s) {
  local int rounds;
  if (get_local_id(0) == 0)
    rounds = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  int n = rounds;
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}
