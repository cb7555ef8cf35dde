// expect: divergence
//--local_size=64 --num_groups=2
// The thread itself writes its cells again, by another index.

kernel void k(global uchar *g, int n) {
  size_t id = get_global_id(0);
  g[2 * id] = 4;
  barrier(CLK_GLOBAL_MEM_FENCE);
  g[2 * id + (n & 1)] = 5;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (g[2 * id] == 5 && get_local_id(0) == 0)
    barrier(CLK_GLOBAL_MEM_FENCE); /*@divergence*/
}
