// expect: verified
//--local_size=64 --num_groups=8
// Groups make different numbers of rounds on their own parts of global memory.

__kernel void groups_differ(__global int *a) {
  const int lid = get_local_id(0), group = get_group_id(0);
  __global int *mine = a + 64 * group;
  for (int r = 0; r < group; ++r) {
    int v = mine[63 - lid];
    barrier(CLK_GLOBAL_MEM_FENCE);
    mine[lid] = v + r;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
