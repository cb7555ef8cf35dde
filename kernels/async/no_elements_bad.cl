// expect: race
//--local_size=8 --num_groups=1
// A copy of as many elements as a parameter says.

kernel void k(global int *a, uint n) {
  local int s[8];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(s, a, n & 1, 0); /*@race*/
  s[t] = t; /*@race*/
  wait_group_events(1, &e);
  a[8 + t] = s[t];
}
