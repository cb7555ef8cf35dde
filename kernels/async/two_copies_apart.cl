// expect: verified
//--local_size=8 --num_groups=1
// Two copies that are under way together fill neighbouring halves of an array.

kernel void two_copies(global int *a, global int *b) {
  local int s[16];
  event_t e[2];
  e[0] = async_work_group_copy(s, a, 8, 0);
  e[1] = async_work_group_copy(s + 8, b, 8, 0);
  wait_group_events(2, e);
  b[get_local_id(0) + 100] = s[15 - get_local_id(0)];
}
