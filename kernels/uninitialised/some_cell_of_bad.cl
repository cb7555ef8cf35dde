// expect: divergence
//--local_size=8 --num_groups=2
// Half of the cells are written, and nobody knows which cell is read.
kernel void some_cell_of_bad(int n, global int *o) {
  local int x[16];
  int l = get_local_id(0);
  x[l] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x[n & 15] == 5)
    barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l;
}
