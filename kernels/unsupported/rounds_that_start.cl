// expect: unsupported
//--local_size=64 --num_groups=4
// Only some rounds start a copy, and others wait for it: which, is not seen, so that any number may be under way at the barrier.

kernel void rounds(global const int *in, global int *out, int n) {
  local int tile[64];
  const int t = get_local_id(0);
  int sum = 0;
  event_t e;
  for (int i = 0; i < n; i++) {
    if (i % 4 == 0)
      e = async_work_group_copy(tile, in + 64 * i, 64, 0);
    if (i % 4 == 2) {
      wait_group_events(1, &e);
      sum += tile[63 - t];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
