// expect: verified
//--local_size=64 --num_groups=2
// What a thread stored to cells of its own decides, behind a barrier, whether the next one is met.

kernel void k(global uchar *g, int n) {
  size_t id = get_global_id(0);
  g[2 * id] = 4;
  g[2 * id + 1] = n;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (g[2 * id] == 5 && get_local_id(0) == 0)
    barrier(CLK_GLOBAL_MEM_FENCE);
}
