// expect: verified
//--local_size=64 --num_groups=1 --cl-std=CL2.0
// A barrier that orders memory for the group.
kernel void barrier_scope(global int *out) {
  local int s[64];
  s[get_local_id(0)] = get_local_id(0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  out[get_local_id(0)] = s[63 - get_local_id(0)];
}
