// expect: verified
//--local_size=8 --num_groups=1
// A copy out of what another copy has filled: whoever starts the second has waited for the first.

kernel void in_then_out(global int *a, global int *b) {
  local int s[8];
  event_t e = async_work_group_copy(s, a, 8, 0);
  wait_group_events(1, &e);
  event_t f = async_work_group_copy(b, s, 8, 0);
  wait_group_events(1, &f);
}
