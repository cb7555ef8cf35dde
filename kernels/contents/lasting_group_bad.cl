// expect: divergence
//--local_size=64 --num_groups=2
// Group memory is written by whichever thread the parameter names.

kernel void k(int n) {
  local int g[64];
  int id = get_local_id(0);
  g[id] = 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0)
    g[n & 63] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (g[id] == 5)
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
}
