// expect: verified
//--local_size=4 --num_groups=1
// Each thread writes its cell, then all read one of them.
kernel void k(global const int *p) {
  local int x[4];
  x[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int n = x[3];
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}
