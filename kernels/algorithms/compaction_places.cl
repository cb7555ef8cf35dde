// expect: verified
//--local_size=128 --num_groups=8
// Stream compaction, first kernel: flags are scanned in local memory, places and totals go out.

__kernel void compaction_places(__global const int *in, __global int *place, __global int *total) {
  __local int a[128];
  const int lid = get_local_id(0), i = get_global_id(0);
  const int flag = in[i] != 0;
  a[lid] = flag;
  for (int d = 1; d < 128; d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int v = a[lid];
    if (lid >= d)
      v += a[lid - d];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[lid] = v;
  }
  place[i] = a[lid] - flag;
  if (lid == 127)
    total[get_group_id(0)] = a[127];
}
