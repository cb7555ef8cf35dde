// expect: divergence
//--local_size=64 --num_groups=4
// The condition differs within a group.

__kernel void barrier_in_if(__global int *out, int flag) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  buffer[lid] = lid;
  if (lid < flag) {
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
    out[get_global_id(0)] = buffer[lid];
  }
}
