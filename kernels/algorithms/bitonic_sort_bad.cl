// expect: race
//--local_size=256 --num_groups=8
// Both threads of a pair exchange.

__kernel void bitonic_sort(__global int *data) {
  __local int a[256];
  const int lid = get_local_id(0);
  a[lid] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 2; k <= 256; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      const int partner = lid ^ j;
      const int p = a[lid], q = a[partner];
      if ((lid & k) == 0 ? p > q : p < q) {
        a[lid] = q;
        a[partner] = p;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  data[get_global_id(0)] = a[lid];
}
