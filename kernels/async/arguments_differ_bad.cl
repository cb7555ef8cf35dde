// expect: divergence
//--local_size=8 --num_groups=1
// The threads of the group name different places to copy from.

kernel void k(global int *a, global int *b) {
  local int s[8];
  event_t e = async_work_group_copy(s, a + get_local_id(0), 8, 0); /*@divergence*/
  wait_group_events(1, &e);
  b[get_local_id(0)] = s[0];
}
