// expect: verified
//--local_size=64 --num_groups=8
// Odd-even transposition sort of 128 elements a group.

__kernel void odd_even_sort(__global int *data) {
  __local int a[130];
  const int lid = get_local_id(0);
  const int base = 128 * get_group_id(0);
  a[lid] = data[base + lid];
  a[lid + 64] = data[base + lid + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < 128; ++round) {
    const int k = 2 * lid + round % 2;
    if (k + 1 < 128) {
      const int p = a[k], q = a[k + 1];
      a[k] = min(p, q);
      a[k + 1] = max(p, q);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[base + lid] = a[lid];
  data[base + lid + 64] = a[lid + 64];
}
