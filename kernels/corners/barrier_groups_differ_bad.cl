// expect: race
//--local_size=64 --num_groups=8
// The parts overlap by one element, and the barriers of a group do not bind its neighbour.

__kernel void groups_differ(__global int *a) {
  const int lid = get_local_id(0), group = get_group_id(0);
  __global int *mine = a + 63 * group;
  for (int r = 0; r < group; ++r) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    mine[lid] = 64 * r + lid; /*@race*/
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
