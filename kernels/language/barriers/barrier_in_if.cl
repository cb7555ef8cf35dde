// expect: verified
//--local_size=64 --num_groups=4
// A barrier under a condition that all threads of a group share.

__kernel void barrier_in_if(__global int *out, int flag) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  buffer[lid] = lid;
  if (flag > 3 && get_group_id(0) != 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = buffer[63 - lid];
  }
}
