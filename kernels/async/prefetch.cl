// expect: verified
//--local_size=64 --num_groups=4
// Whole rounds of barriers lie between start and wait.

kernel void prefetch(global const int *in, global int *out) {
  local int next[64], own[64];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(next, in + 64 * get_group_id(0), 64, 0);
  own[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d)
      own[t] += own[t + d];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  wait_group_events(1, &e);
  out[get_global_id(0)] = own[0] + next[63 - t];
}
