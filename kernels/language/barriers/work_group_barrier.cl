// expect: verified
//--local_size=64 --num_groups=4
// The OpenCL 2.0 spelling of the barrier.

__kernel void work_group_barrier_2(__global int *out) {
  __local int buffer[64];
  const int lid = get_local_id(0);
  buffer[lid] = lid;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  out[get_global_id(0)] = buffer[63 - lid];
}
