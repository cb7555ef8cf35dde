// expect: verified
//--local_size=64 --num_groups=1
// Global memory is exchanged in a group: the barrier fences both spaces.

__kernel void barrier_flags(__global int *a) {
  const int lid = get_local_id(0);
  a[lid] = lid;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  a[lid + 64] = a[63 - lid];
}
