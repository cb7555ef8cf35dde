// expect: race
//--local_size=64 --num_groups=1 --cl-std=CL2.0
// The twin of barrier_scope.cl: it orders memory for the sub-group only, which may be one work-item.
kernel void barrier_scope_bad(global int *out) {
  local int s[64];
  s[get_local_id(0)] = get_local_id(0); /*@race*/
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
  out[get_local_id(0)] = s[63 - get_local_id(0)]; /*@race*/
}
