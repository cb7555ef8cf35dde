// expect: divergence
//--local_size=4 --num_groups=1
// Each thread writes its cell, then all read one beyond.
kernel void k(global const int *p) {
  local int x[8];
  x[get_local_id(0)] = p[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int n = x[4];
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
