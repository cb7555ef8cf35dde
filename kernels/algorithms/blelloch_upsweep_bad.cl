// expect: race
//--local_size=128 --num_groups=8
// The right partner is at offset * (2 lid + 1) as well, one place further: odd meets even in the first round.

__kernel void upsweep(__global int *data) {
  __local int a[257];
  const int lid = get_local_id(0);
  const int base = 256 * get_group_id(0);
  a[2 * lid] = data[base + 2 * lid];
  a[2 * lid + 1] = data[base + 2 * lid + 1];
  int offset = 1;
  for (int d = 128; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) {
      const int left = offset * (2 * lid + 1) - 1;
      const int right = offset * (2 * lid + 2);
      a[right] += a[left]; /*@race*/
    }
    offset *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[base + 2 * lid] = a[2 * lid];
  data[base + 2 * lid + 1] = a[2 * lid + 1];
}
