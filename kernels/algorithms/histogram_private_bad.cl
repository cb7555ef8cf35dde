// expect: race
//--local_size=64 --num_groups=8
// The columns are 32 apart, for 64 threads.

__kernel void histogram(__global const uchar *in, __global int *out) {
  __local int bins[16 * 64];
  const int lid = get_local_id(0);
  for (int i = 0; i < 32; ++i)
    bins[(in[i * 512 + get_global_id(0)] & 15) * 32 + lid]++; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 16)
    out[get_group_id(0) * 16 + lid] = bins[lid];
}
