// expect: verified
//--local_size=8 --num_groups=1
// A stride of 2 leaves gaps, which the threads fill themselves.

kernel void strided(global int *b) {
  local int s[8];
  const int t = get_local_id(0);
  s[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_strided_copy(b, s, 8, 2, 0);
  b[2 * t + 1] = t;
  wait_group_events(1, &e);
}
