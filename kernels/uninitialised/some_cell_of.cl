// expect: verified
//--local_size=8 --num_groups=2
// The twin of some_cell_of_bad.cl: all cells are written, two by each thread.
kernel void some_cell_of(int n, global int *o) {
  local int x[16];
  int l = get_local_id(0);
  x[l] = 5;
  x[l + 8] = 6;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x[n & 15] == 5)
    barrier(CLK_LOCAL_MEM_FENCE);
  o[get_global_id(0)] = l;
}
