// expect: divergence
//--local_size=4 --num_groups=1
// The first reading comes before the first writing.
kernel void k(local int *s) {
  local int rounds;
  int n = rounds;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    rounds = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < n + rounds; i++)
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
