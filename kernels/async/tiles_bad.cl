// expect: race
//--local_size=64 --num_groups=4
// The next tile is copied while other threads still read the last one.

kernel void tiles(global const int *in, global int *out, int n) {
  local int tile[64];
  const int t = get_local_id(0);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    event_t e = async_work_group_copy(tile, in + 64 * i, 64, 0); /*@race*/
    wait_group_events(1, &e);
    sum += tile[63 - t]; /*@race*/
  }
  out[get_global_id(0)] = sum;
}
