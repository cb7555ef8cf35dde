// expect: verified
//--local_size=64 --num_groups=1
// The barrier at the end of a round is left out after the last one.

__kernel void barrier_between_rounds(__global float *out, int rounds) {
  __local float row[64];
  const int lid = get_local_id(0);
  for (int r = 0; r < rounds; ++r) {
    row[lid] = r + lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[r * 64 + lid] = row[63 - lid];
    if (r != rounds - 1)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
}
