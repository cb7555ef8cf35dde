// expect: race
//--local_size=64 --num_groups=1
// The barrier between reading the neighbours and writing is missing.

__kernel void path_finder(__global const int *cost, __global int *out, int rows) {
  __local int best[64];
  const int lid = get_local_id(0);
  best[lid] = cost[lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = 1; r < rows; ++r) {
    int b = best[lid];
    if (lid < 63)
      b = min(b, best[lid + 1]);          /*@race*/
    best[lid] = b + cost[r * 64 + lid];   /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[lid] = best[lid];
}
