// expect: verified
//--local_size=128 --num_groups=8
// The whole exclusive scan; the down-sweep needs offset > 0, which follows from d doubling while offset halves.

__kernel void scan(__global int *data) {
  __local int a[256];
  const int lid = get_local_id(0);
  const int base = 256 * get_group_id(0);
  a[2 * lid] = data[base + 2 * lid];
  a[2 * lid + 1] = data[base + 2 * lid + 1];
  int offset = 1;
  for (int d = 128; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) {
      const int left = offset * (2 * lid + 1) - 1;
      const int right = offset * (2 * lid + 2) - 1;
      a[right] += a[left];
    }
    offset *= 2;
  }
  if (lid == 0)
    a[255] = 0;
  for (int d = 1; d < 256; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) {
      const int left = offset * (2 * lid + 1) - 1;
      const int right = offset * (2 * lid + 2) - 1;
      const int t = a[left];
      a[left] = a[right];
      a[right] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[base + 2 * lid] = a[2 * lid];
  data[base + 2 * lid + 1] = a[2 * lid + 1];
}
