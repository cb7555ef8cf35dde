// expect: verified
//--local_size=8 --num_groups=1
// The source may be overwritten behind the wait, by any thread.

kernel void k(global int *a, global int *b) {
  local int s[8];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(s, a, 8, 0);
  wait_group_events(1, &e);
  a[7 - t] = t;
  b[t] = s[t];
}
