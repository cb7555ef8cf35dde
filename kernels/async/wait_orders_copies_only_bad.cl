// expect: race
//--local_size=8 --num_groups=1
// A wait is no barrier: behind it one thread writes what another one reads.

kernel void k(global int *a, global int *b) {
  local int s[8];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(s, a, 8, 0);
  wait_group_events(1, &e);
  b[t] = s[7 - t]; /*@race*/
  s[t] = t; /*@race*/
}
