// expect: verified
//--local_size=8 --num_groups=2
// The twin of some_cell_bad.cl: first all cells are written.
kernel void some_cell(global int *in, global int *o) {
  local int x[8];
  int l = get_local_id(0);
  x[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    x[in[get_group_id(0)] & 7] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x[3] == 5)
    barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l;
}
