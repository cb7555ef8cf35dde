// expect: verified
//--local_size=8 --num_groups=2
// Behind the wait a group writes where its own copy has written.

kernel void k(global int *out) {
  local int s[8];
  const int t = get_local_id(0);
  s[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + 8 * get_group_id(0), s, 8, 0);
  wait_group_events(1, &e);
  if (get_group_id(0) == 1)
    out[8 + t] = t + 8;
}
