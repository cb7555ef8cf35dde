// expect: verified
//--local_size=64 --num_groups=4
// Two buffers; the last round starts no copy.

kernel void double_buffer(global const int *in, global int *out, int n) {
  local int buffer[2][64];
  const int t = get_local_id(0);
  int sum = 0;
  event_t e = async_work_group_copy(buffer[0], in, 64, 0);
  for (int i = 0; i < n; i++) {
    wait_group_events(1, &e);
    if (i + 1 < n)
      e = async_work_group_copy(buffer[(i + 1) & 1], in + 64 * (i + 1), 64, 0);
    sum += buffer[i & 1][63 - t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}
