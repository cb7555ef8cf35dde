// expect: verified
//--local_size=64 --num_groups=4
// The wait is enough for reading what was copied: no barrier.

kernel void reverse(global int *g, global int *o) {
  local int s[64];
  event_t e = async_work_group_copy(s, g + get_group_id(0) * 64, 64, 0);
  wait_group_events(1, &e);
  o[get_global_id(0)] = s[63 - get_local_id(0)];
}
