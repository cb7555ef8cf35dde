// expect: verified
//--local_size=* --num_groups=8
// A neighbour exchange for groups of any size.

__kernel void any_group_size(__global int *a, __local int *buffer) {
  const int lid = get_local_id(0);
  const int n = get_local_size(0);
  buffer[lid] = a[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = buffer[n - 1 - lid];
}
