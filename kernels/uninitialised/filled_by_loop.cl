// expect: verified
//--local_size=4 --num_groups=1
// A loop over the threads fills the array, then all read one cell.
kernel void k(global const int *p) {
  local int x[9];
  for (int i = get_local_id(0); i < 9; i += get_local_size(0))
    x[i] = p[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int n = x[7];
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}
