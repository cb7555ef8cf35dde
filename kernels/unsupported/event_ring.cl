// expect: unsupported
//--local_size=64 --num_groups=4
// Two buffers, and their events in an array that is indexed likewise: which copies a wait is for is not seen, so that any number
// of them may be under way. (Two variables for the events are understood: async/double_buffer_early.cl.)

kernel void event_ring(global const int *in, global int *out, int n) {
  local int buffer[2][64];
  const int t = get_local_id(0);
  int sum = 0;
  event_t e[2];
  e[0] = async_work_group_copy(buffer[0], in, 64, 0);
  for (int i = 0; i < n; i++) {
    e[(i + 1) & 1] = async_work_group_copy(buffer[(i + 1) & 1], in + 64 * (i + 1), 64, 0);
    wait_group_events(1, &e[i & 1]);
    sum += buffer[i & 1][63 - t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  wait_group_events(1, &e[n & 1]);
  out[get_global_id(0)] = sum;
}
