// expect: race
//--local_size=64 --num_groups=4
// What the last round reads was started in the round before, whose values of i are another: read before the wait.

kernel void last_round(global const int *in, global int *out, int n) {
  local int first[64];
  local int buffer[2][64];
  const int t = get_local_id(0);
  int sum = 0;
  event_t now = async_work_group_copy(first, in, 64, 0);
  for (int i = 0; i < n; i++) {
    event_t next;
    if (i + 1 < n)
      next = async_work_group_copy(buffer[(i + 1) & 1], in + 64 * (i + 1), 64, 0); /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i + 1 == n)
      sum += buffer[i & 1][63 - t]; /*@race*/
    wait_group_events(1, &now);
    barrier(CLK_LOCAL_MEM_FENCE);
    now = next;
  }
  out[get_global_id(0)] = sum;
}
