// expect: verified
//--local_size=64 --num_groups=4
// A copy at an offset that a loop advances; a barrier keeps the next one from what is still read.

kernel void tiles(global const int *in, global int *out, int n) {
  local int tile[64];
  const int t = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    event_t e = async_work_group_copy(tile, in + 64 * i, 64, 0);
    wait_group_events(1, &e);
    sum += tile[63 - t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
