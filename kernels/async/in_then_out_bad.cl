// expect: race
//--local_size=8 --num_groups=1
// A copy out of what another copy, not waited for, still fills.

kernel void in_then_out(global int *a, global int *b) {
  local int s[8];
  event_t e = async_work_group_copy(s, a, 8, 0); /*@race*/
  event_t f = async_work_group_copy(b, s, 8, 0); /*@race*/
  wait_group_events(1, &e);
  wait_group_events(1, &f);
}
