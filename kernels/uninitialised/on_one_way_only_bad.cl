// expect: divergence
//--local_size=4 --num_groups=1
// Only on one of two ways is the number of rounds written.
kernel void k(int n) {
  local int rounds;
  if (n > 0 && get_local_id(0) == 0)
    rounds = n;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < rounds; i++)
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
