// expect: race
//--local_size=64 --num_groups=16
// The bins are counted without atomics.

__kernel void histogram(__global const uchar *in, __global int *out, int n) {
  __local int bins[256];
  const int lid = get_local_id(0);
  for (int b = lid; b < 256; b += 64)
    bins[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += 64 * 16)
    bins[in[i]]++; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = lid; b < 256; b += 64)
    atomic_add(&out[b], bins[b]);
}
