// expect: race
//--local_size=64 --num_groups=4
// Each row has an event of its own, and only the last one is waited for.

kernel void rows(global const int *in, global int *out, int pitch) {
  local int tile[8][64];
  const int t = get_local_id(0);
  event_t e = 0;
  for (int r = 0; r < 8; r++)
    e = async_work_group_copy(tile[r], in + r * pitch, 64, 0); /*@race*/
  wait_group_events(1, &e);
  int sum = 0;
  for (int r = 0; r < 8; r++)
    sum += tile[r][63 - t]; /*@race*/
  out[get_global_id(0)] = sum;
}
