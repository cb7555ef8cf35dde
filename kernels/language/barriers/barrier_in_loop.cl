// expect: verified
//--local_size=64 --num_groups=4
// The loop bound depends on the group, which is uniform enough for a group barrier.

__kernel void barrier_in_loop(__global int *out, int n) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int r = 0; r < n + (int)get_group_id(0); ++r) {
    buffer[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += buffer[(lid + 1) % 64];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = v;
}
