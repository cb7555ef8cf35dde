// expect: verified
//--local_size=64 --num_groups=4
// One event for the copies of all rows, which a loop starts.

kernel void rows(global const int *in, global int *out, int pitch) {
  local int tile[8][64];
  const int t = get_local_id(0);
  event_t e = 0;
  for (int r = 0; r < 8; r++)
    e = async_work_group_copy(tile[r], in + r * pitch, 64, e);
  wait_group_events(1, &e);
  int sum = 0;
  for (int r = 0; r < 8; r++)
    sum += tile[r][63 - t];
  out[get_global_id(0)] = sum;
}
