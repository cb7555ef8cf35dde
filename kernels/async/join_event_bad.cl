// expect: race
//--local_size=8 --num_groups=1
// The second copy does not join the event of the first, which is then not waited for.

kernel void join_event(global int *a, global int *b) {
  local int s[8];
  local int r[8];
  event_t e = async_work_group_copy(s, a, 8, 0); /*@race*/
  e = async_work_group_copy(r, a + 8, 8, 0);
  wait_group_events(1, &e);
  b[get_local_id(0)] = r[get_local_id(0)] + s[0]; /*@race*/
}
