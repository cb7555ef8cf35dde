// expect: verified
//--local_size=64 --num_groups=8
// A column of 16 bins for each thread in local memory needs no atomics.

__kernel void histogram(__global const uchar *in, __global int *out) {
  __local int bins[16 * 64];
  const int lid = get_local_id(0);
  for (int b = 0; b < 16; ++b)
    bins[b * 64 + lid] = 0;
  for (int i = 0; i < 32; ++i)
    bins[(in[i * 512 + get_global_id(0)] & 15) * 64 + lid]++;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 16) {
    int sum = 0;
    for (int t = 0; t < 64; ++t)
      sum += bins[lid * 64 + t];
    out[get_group_id(0) * 16 + lid] = sum;
  }
}
