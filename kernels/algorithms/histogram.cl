// expect: verified
//--local_size=64 --num_groups=16
// Local bins with atomics, a grid-stride loop over the data, atomics again for the result.

__kernel void histogram(__global const uchar *in, __global int *out, int n) {
  __local int bins[256];
  const int lid = get_local_id(0);
  for (int b = lid; b < 256; b += 64)
    bins[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += 64 * 16)
    atomic_inc(&bins[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = lid; b < 256; b += 64)
    atomic_add(&out[b], bins[b]);
}
