// expect: race
//--local_size=8 --num_groups=1
// Never waited for: the copy outlives both barriers.

kernel void k(global int *a, global int *b) {
  local int s[8];
  const int t = get_local_id(0);
  async_work_group_copy(s, a, 8, 0); /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  s[t] = 0; /*@race*/
}
