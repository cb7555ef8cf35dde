// expect: verified
//--local_size=8 --num_groups=1
// A barrier between reading what was copied and writing to it.

kernel void k(global int *a, global int *b) {
  local int s[8];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(s, a, 8, 0);
  wait_group_events(1, &e);
  b[t] = s[7 - t];
  barrier(CLK_LOCAL_MEM_FENCE);
  s[t] = t;
}
