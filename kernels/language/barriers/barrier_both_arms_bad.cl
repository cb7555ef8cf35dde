// expect: divergence
//--local_size=64 --num_groups=4
// The arms are chosen by the thread: all reach a barrier, but not the same one.

__kernel void barrier_both_arms(__global int *out) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  buffer[lid] = lid;
  if (lid < 32)
    barrier(CLK_LOCAL_MEM_FENCE);
  else
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = buffer[lid];
}
