// expect: verified
//--local_size=8 --num_groups=1
// A copy of no elements touches nothing.

kernel void k(global int *a) {
  local int s[8];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(s, a, 0, 0);
  s[t] = t;
  a[t] = s[t];
  wait_group_events(1, &e);
}
