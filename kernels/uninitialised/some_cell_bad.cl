// expect: divergence
//--local_size=8 --num_groups=2
// Somebody writes somewhere: cell 3 may have been left out, and then each thread reads anything there.
kernel void some_cell_bad(global int *in, global int *o) {
  local int x[8];
  int l = get_local_id(0);
  if (l == 0)
    x[in[get_group_id(0)] & 7] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x[3] == 5)
    barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l;
}
