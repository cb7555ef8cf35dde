// expect: verified
//--local_size=64 --num_groups=4
// What is copied depends on a parameter and on the group.

kernel void k(global int *a, global int *b, int n) {
  local int s[64];
  int count = n;
  if (count > 64)
    count = 64;
  if (get_group_id(0) == 0)
    count = 0;
  event_t e = async_work_group_copy(s, a + 64 * get_group_id(0), count, 0);
  wait_group_events(1, &e);
  b[get_global_id(0)] = s[63 - get_local_id(0)];
}
