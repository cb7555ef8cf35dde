// expect: divergence
//--local_size=4 --num_groups=1
// Only one thread takes another round, in the last iteration only.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2 + (i == 1 && l == 3); j++)
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
