// expect: divergence
//--local_size=64 --num_groups=2
// Between two barriers a neighbour writes there: the cells are not apart, and the values do not last.

kernel void k(global uchar *g) {
  int id = get_global_id(0);
  g[id] = 4;
  barrier(CLK_GLOBAL_MEM_FENCE);
  g[id ^ 1] = 5;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (g[id] == 5 && get_local_id(0) == 0)
    barrier(CLK_GLOBAL_MEM_FENCE); /*@divergence*/
}
