// expect: race
//--local_size=32 --num_groups=1
// Rows are worked on from left to right by all threads at once: the upper neighbour is not finished.

__kernel void wave_front(__global const int *score, __global int *out) {
  __local int t[33][33];
  const int lid = get_local_id(0);
  t[0][lid + 1] = 0;
  t[lid + 1][0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int x = 0; x < 32; ++x) {
    t[lid + 1][x + 1] = max(t[lid][x + 1], t[lid + 1][x]) + score[lid * 32 + x]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[lid] = t[lid + 1][32];
}
