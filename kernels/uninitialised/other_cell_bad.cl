// expect: divergence
//--local_size=4 --num_groups=1
// One cell is written, another is read.
kernel void k(local int *s) {
  local int x[4];
  if (get_local_id(0) == 0)
    x[0] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  int n = x[1];
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
