// expect: race
//--local_size=[8,8] --num_groups=[2,2]
// Who writes in round k may have found it full.
kernel void closure(global unsigned *restrict graph, local unsigned *tile) {
  int x = get_local_id(0), y = get_local_id(1), at = 16 * get_global_id(1) + get_global_id(0);
  tile[8 * y + x] = graph[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (unsigned k = 0; k < 8; ++k) {
    if (tile[8 * y + x] != 9 && tile[8 * y + k] != 0 && tile[8 * k + x] != 0)
      tile[8 * y + x] = k + 1; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  graph[at] = tile[8 * y + x];
}
