// expect: verified
//--local_size=8 --num_groups=4
// Groups decide for themselves whether they copy.

kernel void k(global int *a, global int *b) {
  local int s[8];
  const int t = get_local_id(0);
  if (get_group_id(0) < 2) {
    event_t e = async_work_group_copy(s, a, 8, 0);
    wait_group_events(1, &e);
    b[get_global_id(0)] = s[7 - t];
  }
}
