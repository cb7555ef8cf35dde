// expect: verified
//--local_size=8 --num_groups=1
// Waiting again for what has been waited for.

kernel void k(global int *a, global int *b) {
  local int s[8];
  event_t e = async_work_group_copy(s, a, 8, 0);
  wait_group_events(1, &e);
  wait_group_events(1, &e);
  b[get_local_id(0)] = s[7 - get_local_id(0)];
}
