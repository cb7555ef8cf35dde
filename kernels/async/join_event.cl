// expect: verified
//--local_size=8 --num_groups=1
// A copy that joins the event of another one: the wait is for both.

kernel void join_event(global int *a, global int *b) {
  local int s[8];
  local int r[8];
  event_t e = async_work_group_copy(s, a, 8, 0);
  e = async_work_group_copy(r, a + 8, 8, e);
  wait_group_events(1, &e);
  b[get_local_id(0)] = r[get_local_id(0)] + s[0];
}
