// expect: race
//--local_size=64 --num_groups=4
// A barrier does not end an asynchronous copy: what it fills is read before the wait.

kernel void async_under_way(global const int *in, global int *out) {
  local int tile[64];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(tile, in + 64 * get_group_id(0), 64, 0); /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[63 - t]; /*@race*/
  wait_group_events(1, &e);
}
