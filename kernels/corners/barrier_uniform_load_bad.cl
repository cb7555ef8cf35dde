// expect: divergence
//--local_size=64 --num_groups=4
// Each thread reads its own number.

__kernel void uniform_load(__global const int *rounds, __global int *out) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int r = 0; r < rounds[lid]; ++r) {
    a[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
    v += a[lid];
  }
  out[get_global_id(0)] = v;
}
