// expect: verified
//--local_size=64 --num_groups=4
// A parameter says which of two asynchronous copies is waited for first.

kernel void async_events(global const int *in, global int *out, int first) {
  local int low[64], high[64];
  const int t = get_local_id(0);
  event_t a = async_work_group_copy(low, in, 64, 0);
  event_t b = async_work_group_copy(high, in + 64, 64, 0);
  event_t *one = &a;
  if (first)
    one = &b;
  wait_group_events(1, one);
  wait_group_events(1, &a);
  wait_group_events(1, &b);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = low[63 - t] + high[63 - t];
}
