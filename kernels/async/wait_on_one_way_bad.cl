// expect: race
//--local_size=64 --num_groups=4
// Waited for only where another parameter says so.

kernel void k(global int *a, global int *b, int n, int m) {
  local int s[64];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(s, a, 64, 0); /*@race*/
  if (m > 3)
    wait_group_events(1, &e);
  b[get_global_id(0)] = s[63 - t]; /*@race*/
}
