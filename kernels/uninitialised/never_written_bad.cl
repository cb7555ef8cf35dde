// expect: divergence
//--local_size=4 --num_groups=1
// Each thread may read another value where nobody has written.
kernel void k(local int *s) {
  local int rounds;
  int n = rounds;
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
