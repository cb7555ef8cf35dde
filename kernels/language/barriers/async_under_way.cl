// expect: verified
//--local_size=64 --num_groups=4
// Two asynchronous copies go on beyond a barrier; what they fill is used after the wait and another barrier.

kernel void async_under_way(global const int *in, global int *out) {
  local int tile[64], next[64], own[64];
  const int t = get_local_id(0);
  event_t e = async_work_group_copy(tile, in + 64 * get_group_id(0), 64, 0);
  async_work_group_copy(next, in + 64 * get_group_id(0) + 64, 64, e);
  own[t] = t;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int neighbour = own[63 - t];
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = neighbour + tile[63 - t] + next[t];
}
