// expect: race
//--local_size=8 --num_groups=1
// The count is read before the wait.

kernel void count_from_copy(global const int *p) {
  local int x[8];
  event_t e = async_work_group_copy(x, p, 8, 0); /*@race*/
  const int n = x[0]; /*@race*/
  wait_group_events(1, &e);
  for (int i = 0; i < n; i++)
    barrier(CLK_LOCAL_MEM_FENCE);
}
