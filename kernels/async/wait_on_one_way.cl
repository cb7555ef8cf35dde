// expect: verified
//--local_size=64 --num_groups=4
// Started and waited for where a parameter says so.

kernel void k(global int *a, global int *b, int n) {
  local int s[64];
  const int t = get_local_id(0);
  s[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = 0;
  if (n > 3)
    e = async_work_group_copy(s, a, 64, 0);
  b[get_global_id(0)] = t;
  if (n > 3)
    wait_group_events(1, &e);
  b[get_global_id(0)] = s[63 - t];
}
