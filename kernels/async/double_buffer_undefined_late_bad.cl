// expect: race
//--local_size=64 --num_groups=4
// The wait is for the copy that has just started, not for the one whose tile is read.

kernel void double_buffer(global const int *in, global int *out, int n) {
  local int buffer[2][64];
  const int t = get_local_id(0);
  int sum = 0;
  event_t now = async_work_group_copy(buffer[0], in, 64, 0);
  for (int i = 0; i < n; i++) {
    event_t next;
    if (i + 1 < n)
      next = async_work_group_copy(buffer[(i + 1) & 1], in + 64 * (i + 1), 64, 0);
    wait_group_events(1, &next);
    sum += buffer[i & 1][63 - t]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
    now = next;
  }
  out[get_global_id(0)] = sum;
}
