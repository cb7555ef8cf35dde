// expect: race
//--local_size=64 --num_groups=1
// It is left out one round too early.

__kernel void barrier_between_rounds(__global float *out, int rounds) {
  __local float row[64];
  const int lid = get_local_id(0);
  for (int r = 0; r < rounds; ++r) {
    row[lid] = r + lid; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
    out[r * 64 + lid] = row[63 - lid]; /*@race*/
    if (r != rounds - 2)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
}
