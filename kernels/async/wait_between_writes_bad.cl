// expect: race
//--local_size=8 --num_groups=1
// A wait for a copy orders nothing between the threads: a write in front of it, a read behind it.

kernel void k(global int *a, global int *b) {
  local int s[8], r[8];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(s, a, 8, 0);
  r[t] = t; /*@race*/
  wait_group_events(1, &e);
  b[t] = s[t] + r[7 - t]; /*@race*/
}
