// expect: race
//--local_size=64 --num_groups=4
// What an asynchronous copy reads is changed two barriers later, but before the wait.

kernel void async_source(global const int *in, global int *out) {
  local int tile[64];
  const int t = get_local_id(0);
  tile[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy(out + 64 * get_group_id(0), tile, 64, 0); /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  tile[t] = in[t]; /*@race*/
  wait_group_events(1, &e);
}
