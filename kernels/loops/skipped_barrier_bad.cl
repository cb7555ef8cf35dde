// expect: divergence
//--local_size=4 --num_groups=1
// The same barrier in the same inner iteration, but of different rounds of the outer loop.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 1; j++)
      if (i % 2 == l % 2)
        barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
