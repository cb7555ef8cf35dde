// expect: divergence
//--local_size=64 --num_groups=4
// Each thread decides for itself.

__kernel void skip(__global const int *in, __global int *out, int rounds) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int r = 0; r < rounds; ++r) {
    if (in[r * 64 + lid] == 0)
      continue;
    a[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
    v += a[lid];
  }
  out[get_global_id(0)] = v;
}
