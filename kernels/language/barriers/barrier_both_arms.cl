// expect: verified
//--local_size=64 --num_groups=4
// Each arm of a uniform condition has its own barrier.

__kernel void barrier_both_arms(__global int *out, int up) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  if (up) {
    buffer[lid] = lid;
    barrier(CLK_LOCAL_MEM_FENCE);
  } else {
    buffer[63 - lid] = lid;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = buffer[(lid + 13) % 64];
}
