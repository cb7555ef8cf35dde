// expect: divergence
//--local_size=4 --num_groups=1
// Some threads return from within the inner loop.
kernel void k(local int *s) {
  int l = get_local_id(0);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) {
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
      if (i == 1 && j == l)
        return;
    }
}
