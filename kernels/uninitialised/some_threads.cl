// expect: verified
//--local_size=4 --num_groups=1
// Two threads read a cell that has been written.
kernel void k(global int *o) {
  local int x[4];
  int l = get_local_id(0);
  x[l] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 2) {
    int v = x[3];
    if (v == l)
      o[0] = l;
  }
}
