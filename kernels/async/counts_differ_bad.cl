// expect: divergence
//--local_size=8 --num_groups=1
// The threads of the group name different numbers of elements.

kernel void k(global int *a, global int *b) {
  local int s[8];
  int n = 8;
  if (get_local_id(0) == 3)
    n = 7;
  event_t e = async_work_group_copy(s, a, n, 0); /*@divergence*/
  wait_group_events(1, &e);
  b[get_local_id(0)] = s[0];
}
