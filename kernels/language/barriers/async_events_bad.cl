// expect: divergence
//--local_size=64 --num_groups=4
// Threads of a group wait for different asynchronous copies.

kernel void async_events(global const int *in, global int *out) {
  local int low[64], high[64];
  const int t = get_local_id(0);
  event_t a = async_work_group_copy(low, in, 64, 0);
  event_t b = async_work_group_copy(high, in + 64, 64, 0);
  event_t *one = &a;
  if (t > 31)
    one = &b;
  wait_group_events(1, one); /*@divergence*/
  wait_group_events(1, &a);
  wait_group_events(1, &b);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = low[63 - t] + high[63 - t];
}
