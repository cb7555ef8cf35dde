// expect: race
//--local_size=64 --num_groups=4
// Whole rounds of barriers lie between start and wait; one of the rounds uses what is being copied.

kernel void prefetch(global const int *in, global int *out) {
  local int next[64];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(next, in + 64 * get_group_id(0), 64, 0); /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 32; d > 0; d >>= 1) {
    if (t < d)
      next[t] += next[t + d]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  wait_group_events(1, &e);
  out[get_global_id(0)] = next[0];
}
