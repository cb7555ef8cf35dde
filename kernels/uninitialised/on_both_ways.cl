// expect: verified
//--local_size=4 --num_groups=1
// The number of rounds is written on both ways.
kernel void k(int n) {
  local int rounds;
  if (get_local_id(0) == 3) {
    if (n > 0)
      rounds = n;
    else
      rounds = 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < rounds; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}
