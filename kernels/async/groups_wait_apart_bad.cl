// expect: race
//--local_size=8 --num_groups=2
// A wait orders nothing between groups: one copies out where the other, behind its own wait, writes.

kernel void k(global int *out) {
  local int s[8];
  const int t = get_local_id(0);
  s[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + 8 * get_group_id(0), s, 8, 0); /*@race*/
  wait_group_events(1, &e);
  if (get_group_id(0) == 1)
    out[t] = t + 8; /*@race*/
}
