// expect: verified
//--local_size=128 --num_groups=8
// Running maximum, scan with max instead of +; uniform trip count from the group size.

__kernel void prefix_max(__global int *data, __local int *a) {
  const size_t lid = get_local_id(0);
  a[lid] = data[get_global_id(0)];
  for (size_t d = 1; d < get_local_size(0); d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int v = a[lid];
    if (lid >= d)
      v = max(v, a[lid - d]);
    barrier(CLK_LOCAL_MEM_FENCE);
    a[lid] = v;
  }
  data[get_global_id(0)] = a[lid];
}
