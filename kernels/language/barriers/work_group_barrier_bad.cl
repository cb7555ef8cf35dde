// expect: race
//--local_size=64 --num_groups=4
// A fence alone is no barrier.

__kernel void work_group_barrier_2(__global int *out) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  buffer[lid] = lid; /*@race*/
  mem_fence(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = buffer[63 - lid]; /*@race*/
}
