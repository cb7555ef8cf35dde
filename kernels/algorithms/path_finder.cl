// expect: verified
//--local_size=64 --num_groups=1
// Dynamic programming by rows: a private copy bridges the two barriers of a round.

__kernel void path_finder(__global const int *cost, __global int *out, int rows) {
  __local int best[64];
  const int lid = get_local_id(0);
  best[lid] = cost[lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = 1; r < rows; ++r) {
    int b = best[lid];
    if (lid > 0)
      b = min(b, best[lid - 1]);
    if (lid < 63)
      b = min(b, best[lid + 1]);
    barrier(CLK_LOCAL_MEM_FENCE);
    best[lid] = b + cost[r * 64 + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[lid] = best[lid];
}
