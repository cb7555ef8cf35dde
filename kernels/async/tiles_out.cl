// expect: verified
//--local_size=64 --num_groups=4
// Each round copies its results out to a place that the loop advances.

kernel void tiles(global int *out, int n) {
  local int tile[64];
  const int t = get_local_id(0);
  for (int i = 0; i < n; i++) {
    tile[t] = i + t;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(out + 256 * i + 64 * get_group_id(0), tile, 64, 0);
    wait_group_events(1, &e);
  }
}
