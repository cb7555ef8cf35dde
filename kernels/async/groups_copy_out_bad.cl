// expect: race
//--local_size=64 --num_groups=4
// The last element that a group copies out is the first one of the next group.

kernel void copy_out(global int *out) {
  local int s[65];
  const int t = get_local_id(0);
  s[t] = get_global_id(0);
  if (t == 0)
    s[64] = get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + 64 * get_group_id(0), s, 65, 0); /*@race*/
  wait_group_events(1, &e);
}
