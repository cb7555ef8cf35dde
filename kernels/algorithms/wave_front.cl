// expect: verified
//--local_size=32 --num_groups=1
// A wave front over a 32 x 32 table: diagonal after diagonal, each field needs its left and upper neighbours.

__kernel void wave_front(__global const int *score, __global int *out) {
  __local int t[33][33];
  const int lid = get_local_id(0);
  t[0][lid + 1] = 0;
  t[lid + 1][0] = 0;
  if (lid == 0)
    t[0][0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 0; d < 63; ++d) {
    const int x = d - lid;
    if (0 <= x && x < 32)
      t[lid + 1][x + 1] = max(t[lid][x] + score[lid * 32 + x], max(t[lid][x + 1], t[lid + 1][x]));
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[lid] = t[lid + 1][32];
}
