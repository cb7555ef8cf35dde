// expect: race
//--local_size=64 --num_groups=4
// Rows that a loop copies overlap by one element.

kernel void rows(global const int *in, global int *out, int pitch) {
  local int tile[8 * 63 + 1];
  const int t = get_local_id(0);
  event_t e = 0;
  for (int r = 0; r < 8; r++)
    e = async_work_group_copy(tile + 63 * r, in + r * pitch, 64, e); /*@race*/
  wait_group_events(1, &e);
  out[get_global_id(0)] = tile[t];
}
